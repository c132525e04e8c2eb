import { Share2 } from 'lucide'
import { type Ref, useEffect, useRef, useState } from 'react'
import { CreateAccountForm } from '../../members/screens/sign-in/create-account-form.tsx'
import { joinPath } from '../../members/screens/sign-in/login-tabs.ts'
import { shareOrCopy } from '../../share-cards/screens/share-natively.ts'
import { useSite } from '../../site/site.tsx'
import type { Row } from '../../tracks/screens/editor/local-edits.ts'
import { maxTracks } from '../../tracks/tracks.shared.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { navigate } from '../../ui/routing/router.tsx'
import { sharedSevenPath } from './shared-seven.ts'

type DraftActionsProps = {
  rows: Row[]
  onName: (name: string) => void
  /** The button that leads on. */
  ref: Ref<HTMLButtonElement>
}

/** What can be done with a list of three tracks or more. */
export function DraftActions({ rows, onName, ref }: DraftActionsProps) {
  const { registration, publicUrl } = useSite()
  const [isNaming, setNaming] = useState(false)
  const [shareStatus, setShareStatus] = useState('')
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNaming) form.current?.querySelector('input')?.focus()
  }, [isNaming])
  if (isNaming)
    return (
      <div ref={form} className="rounded-card border border-line bg-surface p-4 sm:p-6">
        <CreateAccountForm invitation={undefined} isShort onUsername={onName} />
      </div>
    )
  const share = async () => {
    const url = publicUrl + sharedSevenPath(rows.map(row => row.spotify_track_id))
    setShareStatus(await shareOrCopy({ title: 'What are yours?', url }))
  }
  const free = maxTracks - rows.length
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap gap-3">
        <Button
          ref={ref}
          size="lg"
          className="grow"
          onClick={() => (registration === 'open' ? setNaming(true) : navigate(joinPath))}
        >
          Put your name on it
        </Button>
        <Button
          size="lg"
          variant="secondary"
          className="max-sm:grow"
          icon={<Icon icon={Share2} size={20} />}
          onClick={() => void share()}
        >
          Share
        </Button>
      </div>
      <p role="status" className="text-sm empty:hidden">
        {shareStatus}
      </p>
      <p className="text-sm text-muted">
        {free > 0 && `${free} more, or leave it at ${rows.length}. `}Kept in this browser.
      </p>
    </div>
  )
}
