import { Check, type IconNode, X } from 'lucide'
import { type FormEvent, useId } from 'react'
import { Card } from '../../site/page.tsx'
import { useSite } from '../../site/site.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/data/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { archiveTooLarge, maxArchiveBytes } from '../archive.schemas.ts'

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
      <div className="grid gap-4 sm:grid-cols-2">
        <Parts title="Comes along" icon={Check} color="text-good" parts={imported} />
        <Parts title="Stays behind" icon={X} color="text-muted" parts={leftOut} />
      </div>
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
            className="w-full cursor-pointer rounded-control border border-line-strong bg-surface p-1.5 text-sm hover:border-ink aria-invalid:border-danger file:mr-3 file:h-9 file:cursor-pointer file:rounded-md file:border-0 file:bg-sunken file:px-3 file:font-bold file:text-ink"
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

const imported = [
  'Your list of up to seven tracks',
  'Your drops with their numbers, dates and notes, if you have made none here',
  'Your profile image and profile link',
]
const leftOut = [
  'Your followers. They asked for mail from there, not from here, so nobody gets mail who did not ask. Send them the link to your page.',
  'Whom you follow, and your mail and notification choices. A username from there can be another person here. The file lists them, so that you can follow them again.',
  'Your username, email and password. Those of this account stay.',
]

type PartsProps = { title: string; icon: IconNode; color: string; parts: string[] }

const Parts = ({ title, icon, color, parts }: PartsProps) => (
  <Card as="section" className="grid content-start gap-3">
    <h2 className="text-heading font-bold">{title}</h2>
    <ul className="grid gap-2">
      {parts.map(part => (
        <li key={part} className="grid grid-cols-[auto_minmax(0,1fr)] gap-2.5">
          <span className="mt-0.5">
            <Icon icon={icon} size={18} className={color} />
          </span>
          <span>{part}</span>
        </li>
      ))}
    </ul>
  </Card>
)
