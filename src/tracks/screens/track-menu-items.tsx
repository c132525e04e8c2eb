import { AddToList } from './add-to-list/add-to-list.tsx'
import { TrackRecord } from './movement-mark.tsx'
import { OpenOnSpotify } from './open-on-spotify.tsx'
import type { DisplayedTrack } from './track-title.ts'

type TrackMenuItemsProps = { track: DisplayedTrack; owner: string | undefined }

export const TrackMenuItems = ({ track, owner }: TrackMenuItemsProps) => (
  <>
    <TrackRecord movement={track.movement} />
    <AddToList track={track} owner={owner} withLabel />
    <OpenOnSpotify track={track} />
  </>
)
