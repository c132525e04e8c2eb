import { useQuery } from '@tanstack/react-query'
import { Ban, Check, Disc3, X } from 'lucide'
import { useState } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { block, EndFollowDialog } from '../../follows/screens/followers/end-follow-dialog.tsx'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import type { ResponseOf } from '../../platform/http/endpoint.shared.ts'
import type { Playlist } from '../../player/screens/now-playing.ts'
import { PlayButton } from '../../player/screens/play-button.tsx'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { AddToList } from '../../tracks/screens/add-to-list/add-to-list.tsx'
import { tracksQuery } from '../../tracks/screens/own-list.ts'
import { TrackArt } from '../../tracks/screens/track-art.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { call, errorMessage, query } from '../../ui/data/api.ts'
import { ErrorMessage } from '../../ui/data/error-state.tsx'
import { KeepFocus } from '../../ui/data/keep-focus.tsx'
import { useCall } from '../../ui/data/use-call.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { toast, toastError } from '../../ui/overlays/toast.ts'
import { TextLink } from '../../ui/routing/link.tsx'
import { BreakableEmail } from '../../ui/text/breakable.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import type { listReturnedSongs, ReturnedSong } from '../returned-songs.schemas.ts'
import { returnedSongsHash, songsCameBack } from '../returned-songs.shared.ts'

export const returnedSongsQuery = query('GET /api/returned-songs', {})

/** What came back to the member, under their list; nothing while there is none. */
export function ReturnedSongs() {
  const { data } = useQuery(returnedSongsQuery)
  return (
    // The element takes the focus of the last song that goes, and no room while it is empty.
    <div className="has-[>:empty]:-mt-4">
      <KeepFocus>{data && data.songs.length > 0 && <Songs {...data} />}</KeepFocus>
    </div>
  )
}

function Songs({ songs, total }: ResponseOf<typeof listReturnedSongs>) {
  const dismissal = useDismissal()
  const heading = songsCameBack(total)
  const playlist = { name: heading, href: `${paths.home}#${returnedSongsHash}`, tracks: songs }
  const dismissAll = () =>
    dismissal.mutate({ body: { id: Math.max(...songs.map(({ id }) => id)), withOlder: true } })
  return (
    <section
      id={returnedSongsHash}
      aria-labelledby={`${returnedSongsHash}-heading`}
      className="grid scroll-mt-24 grid-cols-1 gap-4 border-t border-line pt-6"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={`${returnedSongsHash}-heading`} className="text-heading font-extrabold">
          {heading}
        </h2>
        {songs.length > 1 && <PlayButton playlist={playlist} look="outlined" />}
      </div>
      <div className="-mt-3 flex flex-wrap items-center justify-between gap-x-3 text-sm">
        <p className="text-muted">
          From your followers, in answer to a drop. Only you see this.{' '}
          <TextLink href={`${paths.settings}#songs`}>Settings</TextLink>
        </p>
        {songs.length > 1 && (
          <Button variant="quiet" size="sm" className="-mx-3" onClick={dismissAll}>
            Dismiss all
          </Button>
        )}
      </div>
      <ErrorMessage>{dismissal.error && 'That did not work. Please try again.'}</ErrorMessage>
      <ul
        className={classes(
          songs.length > 1 &&
            '-mx-4 grid snap-x scroll-px-4 auto-cols-[11rem] grid-flow-col gap-4 overflow-x-auto px-4 pb-3 sm:mx-0 sm:scroll-px-0 sm:px-0',
        )}
      >
        {songs.map((song, index) => (
          <ReturnedSongCard
            key={song.id}
            song={song}
            playlist={playlist}
            index={index}
            isOnly={songs.length === 1}
            onDismiss={() => dismissal.mutate({ body: { id: song.id } })}
          />
        ))}
      </ul>
    </section>
  )
}

function useDismissal() {
  return useCall('POST /api/returned-songs/dismiss', {
    onSuccess({ count, id }) {
      if (id === null) return
      const what = count === 1 ? 'The song is' : `${formatNumber(count)} songs are`
      void toast(`${what} put away.`, {
        duration: undoMs,
        action: { label: 'Undo', onClick: () => void restore(id) },
      })
    },
  })
}

const undoMs = 8000

/** Calls the API directly, because the part of the page with the dismissal's own state may be gone by then. */
const restore = (id: number) =>
  call('POST /api/returned-songs/restore', { body: { id } }).catch((error: unknown) =>
    toastError('Error', errorMessage(error, 'Please try again.')),
  )

type ReturnedSongCardProps = {
  song: ReturnedSong
  playlist: Playlist
  index: number
  /** The only song is a row, with its cover beside its words. */
  isOnly: boolean
  onDismiss: () => void
}

function ReturnedSongCard({ song, playlist, index, isOnly, onDismiss }: ReturnedSongCardProps) {
  const { data: list } = useQuery(tracksQuery)
  const ownName = useCurrentUser()?.username ?? ''
  const [isBlocking, setBlocking] = useState(false)
  const { spotify_track_id, username, email, words } = song
  const isOnList = list?.some(track => track.spotify_track_id === spotify_track_id)
  const title = trackTitle(song)
  const sender = username ? `@${username}` : email
  return (
    <li
      className={classes(
        'grid gap-2',
        isOnly
          ? 'max-w-md grid-cols-[--spacing(24)_minmax(0,1fr)] gap-x-4'
          : 'snap-start grid-cols-1 grid-rows-[auto_auto_1fr_auto]',
      )}
    >
      <TrackArt track={song} />
      <div
        className={classes(
          '-my-1 flex items-center justify-between',
          isOnly && 'order-1 col-span-full',
        )}
      >
        <PlayButton playlist={playlist} index={index} look="outlined" />
        <span className="flex">
          <Button variant="quiet" iconOnly icon={<Icon icon={X} size={20} />} onClick={onDismiss}>
            {`Dismiss ${title} from ${sender}`}
          </Button>
          <Menu
            label={`More about ${title} from ${sender}`}
            items={[
              {
                label: `See drop #${song.drop_number}`,
                icon: <Icon icon={Disc3} size={18} />,
                href: paths.drop(ownName, song.drop_number),
              },
              {
                label: 'Block',
                icon: <Icon icon={Ban} size={18} />,
                variant: 'danger',
                onSelect: () => setBlocking(true),
              },
            ]}
          />
        </span>
      </div>
      <div className="grid content-start gap-1 leading-snug">
        <h3 className="line-clamp-2 font-bold">
          <bdi translate="no">{title}</bdi>
        </h3>
        {song.artist && (
          <p dir="auto" translate="no" className="truncate text-left text-sm text-muted">
            {song.artist}
          </p>
        )}
        {words && (
          <p dir="auto" className="text-left text-sm wrap-anywhere">
            {words}
          </p>
        )}
        <p className="text-sm text-muted">
          from{' '}
          {username ? (
            <TextLink translate="no" href={paths.profile(username)}>
              {sender}
            </TextLink>
          ) : (
            <BreakableEmail email={email} />
          )}
        </p>
      </div>
      <div className={classes(isOnly && 'order-2 col-span-full')}>
        {isOnList ? (
          <p className="flex min-h-11 items-center gap-2 text-sm font-bold text-good">
            <Icon icon={Check} size={18} />
            On your list
          </p>
        ) : (
          <AddToList
            track={song}
            via={username ?? undefined}
            label="Put it on the list"
            withLabel
            isOutlined={isOnly}
          />
        )}
      </div>
      {isBlocking && (
        <EndFollowDialog
          followId={song.follow_id}
          name={sender}
          action={block}
          onClose={() => setBlocking(false)}
        />
      )}
    </li>
  )
}
