import { Ellipsis } from 'lucide'
import { useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AddToList, useAddsToList } from './add-to-list/add-to-list.tsx'
import { OpenOnSpotify } from './open-on-spotify.tsx'
import { type DisplayedTrack, trackTitle } from './track-title.ts'

type RowActionsProps = { track: DisplayedTrack; owner?: string | undefined }

/** What a row offers beside playing; on phones in one native popover, so that the title has the room. */
export function RowActions({ track, owner }: RowActionsProps) {
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const adds = useAddsToList(owner)
  if (!adds) return <OpenOnSpotify track={track} />
  return (
    <>
      <div className="flex items-center max-sm:hidden">
        <AddToList track={track} owner={owner} />
        <OpenOnSpotify track={track} />
      </div>
      <Button
        variant="quiet"
        iconOnly
        icon={<Icon shape={Ellipsis} size={20} />}
        popoverTarget={id}
        className="sm:hidden"
      >
        More for {trackTitle(track)}
      </Button>
      <div
        id={id}
        ref={popover}
        popover="auto"
        className="fixed inset-x-3 top-auto bottom-3 m-0 w-auto rounded-card border border-line bg-surface p-3 text-ink shadow-float sm:hidden"
      >
        <p className="px-2 pb-2 font-bold">{trackTitle(track)}</p>
        <div className="grid justify-items-start gap-1 px-2">
          <AddToList
            track={track}
            owner={owner}
            withLabel
            onPress={() => popover.current?.hidePopover()}
          />
          <OpenOnSpotify track={track} withLabel />
        </div>
      </div>
    </>
  )
}
