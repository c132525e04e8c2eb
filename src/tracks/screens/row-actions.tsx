import { Menu } from '../../ui/menu.tsx'
import { AddToList, useAddsToList } from './add-to-list/add-to-list.tsx'
import { OpenOnSpotify } from './open-on-spotify.tsx'
import { type DisplayedTrack, trackTitle } from './track-title.ts'

type RowActionsProps = { track: DisplayedTrack; owner?: string | undefined }

/** What a row offers beside playing; on phones in a menu, so that the title has the room. */
export function RowActions({ track, owner }: RowActionsProps) {
  const adds = useAddsToList(owner)
  if (!adds) return <OpenOnSpotify track={track} />
  return (
    <>
      <div className="flex items-center max-sm:hidden">
        <AddToList track={track} owner={owner} />
        <OpenOnSpotify track={track} />
      </div>
      <Menu
        label={`More for ${trackTitle(track)}`}
        className="sm:hidden"
        heading={trackTitle(track)}
      >
        <div className="grid justify-items-start gap-1 px-3">
          <AddToList track={track} owner={owner} withLabel />
          <OpenOnSpotify track={track} withLabel />
        </div>
      </Menu>
    </>
  )
}
