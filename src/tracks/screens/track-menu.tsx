import { Disc3 } from 'lucide'
import { paths } from '../../contract/paths.shared.ts'
import { OpenOnSpotify } from '../../spotify/screens/open-on-spotify.tsx'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { Link } from '../../ui/routing/link.tsx'
import type { DisplayedTrack } from '../tracks.schemas.ts'
import { AddToList } from './add-to-list/add-to-list.tsx'
import { TrackRecord } from './movement-mark.tsx'

type TrackMenuProps = { track: DisplayedTrack; owner?: string | undefined }

/** What a row of a list offers beside playing. */
export const TrackMenu = ({ track, owner }: TrackMenuProps) => (
  <Menu label={`More for ${trackTitle(track)}`} className="relative shrink-0 text-muted!">
    <p className="px-3 pt-2 font-bold">
      <bdi translate="no">{trackTitle(track)}</bdi>
    </p>
    <div className="grid justify-items-start px-3">
      <TrackRecord movement={track.movement} />
      <AddToList track={track} via={owner} withLabel />
      <OpenOnSpotify track={track} />
      <Link
        href={paths.track(track.spotify_track_id)}
        className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-muted hover:text-ink"
      >
        <Icon icon={Disc3} size={20} />
        Who has it
      </Link>
    </div>
  </Menu>
)
