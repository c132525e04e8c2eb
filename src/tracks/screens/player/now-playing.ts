import { createStore, useStore } from '../../../ui/create-store.ts'
import type { DisplayedTrack } from '../track-title.ts'

type PlayedTrack = Pick<DisplayedTrack, 'spotify_track_id' | 'title' | 'artist' | 'artwork'>

/** Tracks that play one after the other, in the order of the page that shows them. */
export type Playlist = {
  /** Such as "Trending Tracks". */
  name: string
  /** The page that shows them, and the identity of the playlist. */
  href: string
  tracks: PlayedTrack[]
  /** Username of the member whose list or drop it is. */
  owner?: string
  /** The member edits this list; its top track is not highlighted. */
  isEditable?: boolean
}

export type NowPlaying = {
  playlist: Playlist
  /** In the playlist, from 0. */
  index: number
  track: PlayedTrack
  /** The button that started the playlist. */
  button: HTMLElement
}

let nowPlaying: NowPlaying | null = null
const nowPlayingStore = createStore(() => nowPlaying, null)

/** What plays in the bar at the lower edge, or null. */
export const useNowPlaying = () => useStore(nowPlayingStore)

/** Whether this track plays, whichever playlist it was started from. */
export const useIsPlaying = (track: Pick<PlayedTrack, 'spotify_track_id'>) =>
  useNowPlaying()?.track.spotify_track_id === track.spotify_track_id

/** Starts a playlist in place of the one that plays. */
export function play(playlist: Playlist, index: number, button: HTMLElement) {
  const track = playlist.tracks[index]
  if (track) replace({ playlist, index, track, button })
}

/** Goes `step` tracks forward; does nothing at the end of the playlist. */
export function skip(step: 1 | -1) {
  if (nowPlaying) play(nowPlaying.playlist, nowPlaying.index + step, nowPlaying.button)
}

export const stop = () => replace(null)

/** Stops from the player: the focus goes back to the button that started it, or to the page when it would be lost. */
export function closePlayer() {
  const button = nowPlaying?.button
  const hadFocus = document.getElementById('player')?.contains(document.activeElement)
  stop()
  const next = button?.isConnected ? button : hadFocus && document.getElementById('content')
  if (next) next.focus({ preventScroll: true })
}

function replace(next: NowPlaying | null) {
  nowPlaying = next
  nowPlayingStore.notify()
}
