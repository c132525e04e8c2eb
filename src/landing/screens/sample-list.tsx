import { useQuery } from '@tanstack/react-query'
import { paths } from '../../contract/paths.shared.ts'
import { profileQuery, unchangedDrop } from '../../profiles/screens/profile-query.ts'
import { useSite } from '../../site/site.tsx'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { NumberOneDisc } from '../../tracks/screens/number-one.tsx'
import { TrackArt } from '../../tracks/screens/track-art.tsx'
import type { DisplayedTrack } from '../../tracks/tracks.schemas.ts'
import { listName } from '../../tracks/tracks.shared.ts'
import { classes } from '../../ui/classes.ts'
import { Link } from '../../ui/routing/link.tsx'
import { DateOf } from '../../ui/text/dates.tsx'
import { sampleTracks } from '../sample-tracks.shared.ts'

export type Sample = { sampleProfile: string | null }

export const sampleQueries = ({ sampleProfile }: Sample) =>
  sampleProfile === null ? [] : [profileQuery(sampleProfile)]

/** Null if no sample profile is set or its list is empty; examples are shown then. */
export function useSample() {
  const { sampleProfile } = useSite()
  const { data } = useQuery({
    ...profileQuery(sampleProfile ?? ''),
    enabled: sampleProfile !== null,
  })
  return data && data.tracks.length > 0 ? data : null
}

export function SampleList() {
  const profile = useSample()
  const drop = profile && unchangedDrop(profile)
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-muted">
        <span className="font-bold text-ink">
          For example
          {profile && (
            <>
              ,{' '}
              <Link
                href={paths.profile(profile.username)}
                className="underline decoration-1 underline-offset-4 hover:decoration-2"
              >
                {listName(profile.username, profile.tracks.length)}
              </Link>
            </>
          )}
        </span>
        {drop && (
          <span>
            Drop #{drop.drop_number} · <DateOf at={drop.created_at} />
          </span>
        )}
      </p>
      <ol className="@container grid grid-cols-1">
        {(profile?.tracks ?? exampleTracks).map((track, index) => (
          <SampleRow key={track.spotify_track_id} track={track} rank={index + 1} />
        ))}
      </ol>
    </div>
  )
}

function SampleRow({ track, rank }: { track: DisplayedTrack; rank: number }) {
  const isTop = rank === 1
  return (
    <li
      className={classes(
        'grid items-center gap-3 border-t',
        isTop
          ? 'grid-cols-[2.25rem_--spacing(20)_minmax(0,1fr)] border-ink py-3'
          : 'grid-cols-[2.25rem_--spacing(11)_minmax(0,1fr)] border-line py-1.5',
      )}
    >
      <span className="text-center font-display text-xl font-extrabold">
        {isTop ? <NumberOneDisc isLarge /> : rank}
      </span>
      <TrackArt track={track} hasPriority={isTop} />
      <div className="min-w-0">
        <p
          className={classes(
            'line-clamp-2 leading-tight font-bold @max-3xs:line-clamp-none',
            isTop && 'text-xl',
          )}
        >
          <bdi translate="no">{trackTitle(track)}</bdi>
        </p>
        {track.artist && (
          <p
            dir="auto"
            translate="no"
            className="truncate text-left text-sm text-muted @max-3xs:whitespace-normal"
          >
            {track.artist}
          </p>
        )}
      </div>
    </li>
  )
}

/** Shown without a sample profile. */
export const exampleTracks = sampleTracks.map(
  ({ id, ...track }): DisplayedTrack => ({ spotify_track_id: id, ...track, artwork: null }),
)
