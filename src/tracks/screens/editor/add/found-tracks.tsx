import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide'
import { type KeyboardEvent, type Ref, useId } from 'react'
import { paths } from '../../../../contract/paths.shared.ts'
import { useCurrentUser } from '../../../../members/screens/use-current-user.ts'
import { PlayButton } from '../../../../player/screens/play-button.tsx'
import { trackTitle } from '../../../../spotify/track-title.shared.ts'
import { classes } from '../../../../ui/classes.ts'
import { errorMessage, query } from '../../../../ui/data/api.ts'
import { useDebounced } from '../../../../ui/forms/search-field.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { TrackArt } from '../../track-art.tsx'
import type { NewTrack } from '../local-edits.ts'

type FoundTracksProps = {
  words: string
  /** The list, to move the focus into it. */
  ref: Ref<HTMLUListElement>
  onAdd: (track: NewTrack) => void
}

export function FoundTracks({ words, ref, onAdd }: FoundTracksProps) {
  const q = useDebounced(words.trim()).slice(0, 100)
  const headingId = useId()
  const { data, error, isPlaceholderData } = useQuery({
    ...query('GET /api/track-search', { query: { q } }),
    placeholderData: keepPreviousData,
  })
  const isSearching = !error && (!data || isPlaceholderData || q !== words.trim().slice(0, 100))
  const href = useCurrentUser() ? paths.home : paths.landing
  const playlist = { name: `Search for ${q}`, href, tracks: data ?? [] }
  return (
    <section aria-labelledby={headingId} aria-busy={isSearching} className="grid grid-cols-1 gap-2">
      <p
        id={headingId}
        role="status"
        // On a phone the keyboard leaves little room, and the tracks say it themselves.
        className={classes('text-sm text-muted', !error && !!data?.length && 'max-sm:sr-only')}
      >
        {statusOf({ isSearching, error, count: data?.length ?? 0, words: q })}
      </p>
      <ul ref={ref} onKeyDown={moveFocus} className="@container grid grid-cols-1 gap-1">
        {!error &&
          data?.map((track, index) => (
            <li key={track.spotify_track_id} className="flex items-center gap-2">
              <button
                type="button"
                data-found=""
                onClick={() => onAdd(track)}
                className="grid min-w-0 grow grid-cols-[--spacing(11)_minmax(0,1fr)_auto] items-center gap-3 rounded-control p-1.5 text-left hover:bg-sunken"
              >
                <TrackArt track={track} className="size-11" />
                <span className="min-w-0 leading-snug">
                  <span className="sr-only">Add </span>
                  <span
                    dir="auto"
                    translate="no"
                    className="line-clamp-2 text-left leading-tight font-bold @max-3xs:line-clamp-none"
                  >
                    {trackTitle(track)}
                  </span>
                  <span
                    dir="auto"
                    translate="no"
                    className="block truncate text-left text-sm text-muted @max-3xs:whitespace-normal"
                  >
                    {track.artist}
                  </span>
                </span>
                <Icon icon={Plus} size={20} className="text-muted" />
              </button>
              <PlayButton playlist={playlist} index={index} look="small" />
            </li>
          ))}
      </ul>
    </section>
  )
}

type SearchState = { isSearching: boolean; error: unknown; count: number; words: string }

function statusOf({ isSearching, error, count, words }: SearchState): string {
  if (isSearching) return 'Searching…'
  if (error) return errorMessage(error, 'The search is not available right now.')
  if (count === 0) return `Nothing found for “${words}”. Fewer words, or a link from Spotify.`
  return count === 1 ? '1 track found.' : `${count} tracks found.`
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const row = (event.target as Element).closest('li')
  const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling
  focusTrack(next)
}

export const focusTrack = (element: Element | null | undefined) =>
  element?.querySelector<HTMLElement>('[data-found]')?.focus()
