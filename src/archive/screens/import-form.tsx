import { Check, X } from 'lucide'
import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Card } from '../../ui/page.tsx'
import { useSite } from '../../ui/site.tsx'
import { archiveTooLarge, maxArchiveBytes } from '../archive.shared.ts'

type Props = {
  error: string
  pending: boolean
  onError: (message: string) => void
  onSubmit: (file: File) => void
}

export function ImportForm({ error, pending, onError, onSubmit }: Props) {
  const { brand } = useSite()
  const id = useId()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const file = new FormData(event.currentTarget).get('file')
    if (pending || !(file instanceof File)) return
    if (file.size === 0) return onError('Choose the zip file first.')
    if (file.size > maxArchiveBytes) return onError(archiveTooLarge)
    onSubmit(file)
  }

  return (
    <>
      <p className="max-w-prose text-muted sm:text-lg">
        Bring along what you made on another installation of {brand}. There, open Settings and
        choose “Download my data”; here, choose the zip file that you got.
      </p>
      <WhatIsImported />
      <form method="post" onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
        <div className="grid grid-cols-1 gap-1.5">
          <label htmlFor={id} className="text-sm font-semibold">
            Your zip file
          </label>
          <input
            id={id}
            type="file"
            name="file"
            accept=".zip,application/zip"
            aria-describedby={`${id}-hint ${id}-error`}
            aria-invalid={error !== '' || undefined}
            onChange={() => onError('')}
            className="w-full cursor-pointer rounded-control border border-line-strong bg-surface p-1.5 text-sm hover:border-ink aria-invalid:border-danger file:mr-3 file:h-9 file:cursor-pointer file:rounded-md file:border-0 file:bg-sunken file:px-3 file:font-display file:font-bold file:text-ink"
          />
          <p id={`${id}-hint`} className="text-sm text-muted">
            At most 10 MB. No mail is sent, and if something is wrong with the file, nothing
            changes.
          </p>
          <div id={`${id}-error`}>
            <ErrorMessage>{error}</ErrorMessage>
          </div>
        </div>
        <Button type="submit" pending={pending} className="max-sm:w-full sm:justify-self-start">
          Import
        </Button>
      </form>
    </>
  )
}

const WhatIsImported = () => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Card as="section" className="grid content-start gap-3">
      <h2 className="font-display text-heading font-bold">Comes along</h2>
      <ul className="grid gap-2">
        <Item icon={<Icon shape={Check} size={18} className="text-good" />}>
          Your list of up to seven tracks
        </Item>
        <Item icon={<Icon shape={Check} size={18} className="text-good" />}>
          Your drops with their numbers, dates and notes, if you have made none here
        </Item>
        <Item icon={<Icon shape={Check} size={18} className="text-good" />}>
          Your profile image and profile link
        </Item>
      </ul>
    </Card>
    <Card as="section" className="grid content-start gap-3">
      <h2 className="font-display text-heading font-bold">Stays behind</h2>
      <ul className="grid gap-2">
        <Item icon={<Icon shape={X} size={18} className="text-muted" />}>
          Your followers. They asked for mail from there, not from here, so nobody gets mail who did
          not ask. Send them the link to your page.
        </Item>
        <Item icon={<Icon shape={X} size={18} className="text-muted" />}>
          Whom you follow, and your mail and notification choices. A username from there can be
          another person here. The file lists them, so that you can follow them again.
        </Item>
        <Item icon={<Icon shape={X} size={18} className="text-muted" />}>
          Your username, email and password. Those of this account stay.
        </Item>
      </ul>
    </Card>
  </div>
)

const Item = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-2.5">
    <span className="mt-0.5">{icon}</span>
    <span>{children}</span>
  </li>
)
