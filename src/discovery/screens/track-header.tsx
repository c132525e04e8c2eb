import type { ReactNode } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { DevPlaceholder } from '../../player/screens/dev-placeholder.tsx'
import { PlayButton } from '../../player/screens/play-button.tsx'
import { ShareButton } from '../../share-cards/screens/share-button.tsx'
import { OpenOnSpotify } from '../../spotify/screens/open-on-spotify.tsx'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { AddToList } from '../../tracks/screens/add-to-list/add-to-list.tsx'
import { TrackArt } from '../../tracks/screens/track-art.tsx'
import { TextLink } from '../../ui/routing/link.tsx'
import { DateOf } from '../../ui/text/dates.tsx'
import { formatDate, formatDuration, formatNumber } from '../../ui/text/format.ts'
import type { TrackPage } from '../discovery.schemas.ts'

export function TrackHeader({ track }: { track: TrackPage }) {
  const { firstDrop } = track
  return (
    <header className="grid grid-cols-1 gap-6 sm:grid-cols-[16rem_minmax(0,1fr)] sm:gap-8 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-10">
      <TrackArt
        track={track}
        hasPriority
        sizes="20rem"
        className="max-sm:mx-auto max-sm:max-w-72"
      />
      <div className="flex min-w-0 flex-col justify-between gap-6">
        <div className="grid gap-1.5">
          <h1 className="text-3xl leading-tight font-extrabold tracking-tight text-pretty sm:text-4xl lg:text-5xl">
            <bdi translate="no">{trackTitle(track)}</bdi>
          </h1>
          {track.artist && (
            <p className="text-lg text-muted sm:text-xl">
              <bdi translate="no">{track.artist}</bdi>
            </p>
          )}
          <Release track={track} />
        </div>
        <div className="grid gap-4">
          <dl className="flex gap-x-8">
            <Figure label={track.lists === 1 ? 'person has it' : 'people have it'}>
              {formatNumber(track.lists)}
            </Figure>
            <Figure label={track.drops === 1 ? 'drop' : 'drops'}>
              {formatNumber(track.drops)}
            </Figure>
          </dl>
          {firstDrop && (
            <p className="text-muted">
              First dropped by{' '}
              <TextLink translate="no" href={paths.profile(firstDrop.username)}>
                {`@${firstDrop.username}`}
              </TextLink>{' '}
              in{' '}
              <TextLink href={paths.drop(firstDrop.username, firstDrop.drop_number)}>
                drop #{firstDrop.drop_number}
              </TextLink>{' '}
              <span className="whitespace-nowrap">
                on <DateOf at={firstDrop.created_at} />
              </span>
            </p>
          )}
        </div>
        <PlayRow track={track} />
      </div>
    </header>
  )
}

/** "Zombie · May 17, 2013 · 4:08", as far as it is known. */
function Release({ track: { album, released, duration } }: { track: TrackPage }) {
  const date = released?.length === 10 ? formatDate(released) : released?.slice(0, 4)
  const parts = [album, date, duration && formatDuration(duration)].filter(Boolean)
  return parts.length > 0 && <p className="text-muted">{parts.join(' · ')}</p>
}

/** The label is below the number: beside it, two figures could need a second line once the display face has loaded. */
function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse gap-1">
      <dt className="text-muted">{label}</dt>
      <dd className="font-display text-4xl leading-none font-extrabold tabular-nums">{children}</dd>
    </div>
  )
}

function PlayRow({ track }: { track: TrackPage }) {
  const playlist = {
    name: trackTitle(track),
    href: paths.track(track.spotify_track_id),
    tracks: [track],
  }
  return (
    <div className="grid gap-3">
      <div className="flex min-h-22.5 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-4">
        <PlayButton playlist={playlist} index={0} withLabel />
        <div className="ml-auto flex flex-wrap items-center justify-end gap-x-2 sm:gap-x-4">
          <AddToList track={track} />
          <OpenOnSpotify track={track} isShort />
          <ShareButton
            title={trackTitle(track)}
            path={paths.track(track.spotify_track_id)}
            card={track.card}
            hasStory={false}
            iconOnly
          />
        </div>
      </div>
      <DevPlaceholder size="tall" />
    </div>
  )
}
