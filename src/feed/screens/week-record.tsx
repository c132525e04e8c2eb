import { Fragment, useId } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { type Playlist, playOrStop } from '../../player/screens/now-playing.ts'
import { PlayButton } from '../../player/screens/play-button.tsx'
import { ShareButton } from '../../share-cards/screens/share-button.tsx'
import { TimelineDay } from '../../site/timeline.tsx'
import { TrackLink } from '../../spotify/screens/track-link.tsx'
import { SevenCovers } from '../../tracks/screens/seven-covers.tsx'
import { maxTracks } from '../../tracks/tracks.shared.ts'
import { madeBy, minRecordTracks, recordTitle } from '../../tracks/week-record.shared.ts'
import { queryOrNull } from '../../ui/data/api.ts'
import { Link } from '../../ui/routing/link.tsx'
import type { Week } from '../feed.schemas.ts'

/** Null for a visitor. */
export const weekQuery = queryOrNull('GET /api/feed/week', {}, 'not_signed_in')

export const hasRecord = ({ tracks }: Week) => tracks.length >= minRecordTracks

/** What everybody one follows has put first in a week, as one record: its cover is made of their covers. */
export function WeekRecord({ week: { people, tracks, card } }: { week: Week }) {
  const id = useId()
  const user = useCurrentUser()
  const playlist: Playlist = { name: recordTitle, href: paths.feed, tracks }
  const plays = !user?.is_dev_user && {
    onPlay: (index: number, covers: HTMLElement) => playOrStop(playlist, index, covers),
  }
  return (
    <TimelineDay label={<div aria-hidden="true">This week</div>}>
      <article
        aria-labelledby={id}
        className="grid grid-cols-1 gap-x-6 gap-y-3.5 border-t border-ink pt-3.5 sm:grid-cols-[20rem_minmax(0,1fr)]"
      >
        <div className="flex items-center gap-2.5 sm:col-span-2">
          <div className="min-w-0 grow">
            <h2 id={id} className="text-heading leading-snug font-extrabold tracking-tight">
              {recordTitle}
            </h2>
            <p className="text-sm text-muted">{madeBy(people)}</p>
          </div>
          {card && user && (
            <ShareButton
              title="This week, my people"
              path={paths.profile(user.username)}
              card={card}
              iconOnly
            />
          )}
          <PlayButton playlist={playlist} look="lead" withLabel />
        </div>
        {/* A strip is full with seven covers alone. */}
        <SevenCovers
          tracks={tracks}
          layout={tracks.length < maxTracks ? 'wall' : 'strip'}
          hasPriority
          sizes="64vw"
          {...plays}
          className="max-sm:-mx-4 max-sm:w-auto sm:hidden"
        />
        <SevenCovers
          tracks={tracks}
          layout="wall"
          hasPriority
          sizes="14rem"
          {...plays}
          className="self-start max-sm:hidden"
        />
        <ol className="grid content-between gap-2">
          {tracks.map(track => (
            <li key={track.spotify_track_id} className="min-w-0 leading-tight">
              <p className="font-semibold wrap-anywhere">
                <TrackLink track={track} />
                {track.artist && (
                  <bdi translate="no" className="font-normal text-muted">
                    {' '}
                    {track.artist}
                  </bdi>
                )}
              </p>
              <p className="text-[0.8125rem] text-muted wrap-anywhere">
                <span className="sr-only">Number one of </span>
                {track.people.map(({ username, drop_number }, index) => (
                  <Fragment key={username}>
                    {index > 0 && ', '}
                    <Link
                      translate="no"
                      href={paths.drop(username, drop_number)}
                      className="hover:underline"
                    >
                      {username}
                    </Link>
                  </Fragment>
                ))}
              </p>
            </li>
          ))}
        </ol>
      </article>
    </TimelineDay>
  )
}
