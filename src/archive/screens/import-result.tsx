import { Check } from 'lucide'
import { useEffect, useRef } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { useSite } from '../../site/site.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { pluralize } from '../../ui/text/format.ts'
import type { Imported } from '../archive.schemas.ts'

/** What an import restored. Gets the focus, because the form that had it is gone. */
export function ImportResult({ imported, username }: { imported: Imported; username: string }) {
  const { brand } = useSite()
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => result.current?.focus(), [])
  const { tracks, drops, avatar, streamingProfile } = imported
  const parts = [
    tracks > 0 && `${pluralize(tracks, 'track')} on your ${brand}`,
    drops > 0 && `${pluralize(drops, 'drop')} in your history`,
    avatar && 'Your profile image',
    streamingProfile && 'Your profile link',
  ].filter(part => part !== false)
  return (
    <div ref={result} tabIndex={-1} className="grid gap-6 outline-none">
      {parts.length > 0 ? (
        <ul className="grid gap-2 text-lg">
          {parts.map(part => (
            <li key={part} className="flex items-center gap-2.5">
              <Icon icon={Check} size={20} className="shrink-0 text-good" />
              {part}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-lg">There was nothing in the file to add.</p>
      )}
      <p className="max-w-prose text-muted">
        Your followers did not come along: send them the link to your page, so that they can follow
        you here.
      </p>
      <div className="flex flex-wrap gap-2 max-sm:grid">
        <Button href={paths.profile(username)}>See your page</Button>
        <Button href={paths.home} variant="secondary">
          Edit your list
        </Button>
      </div>
    </div>
  )
}
