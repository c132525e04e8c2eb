import type { TitledTrack } from '../../spotify/track-title.shared.ts'
import { createStore, useStore } from '../../ui/create-store.ts'

type PlayedTrack = TitledTrack & { artist: string | null; artwork: string | null }

export type Playlist = {
  name: string
  /** The page that shows them, and the identity of the playlist. */
  href: string
  tracks: PlayedTrack[]
  owner?: string
  /** The member edits this list: its first track gets the low player, and no title is a link. */
  isEditable?: boolean
}

export type NowPlaying = {
  playlist: Playlist
  index: number
  track: PlayedTrack
  /** Another number each time something is played: the same track begins again. */
  turn: number
  /** Gets the focus when the player closes: mostly the button that started it. */
  focusAfter: HTMLElement
  /** What the player says; nothing yet while it loads. */
  sound?: Sound
}

/** `blocked`: the browser lets the player start only by a press in it. */
type Sound = 'playing' | 'paused' | 'blocked'

let nowPlaying: NowPlaying | null = null
let turns = 0
const nowPlayingStore = createStore(() => nowPlaying, null)

export const useNowPlaying = () => useStore(nowPlayingStore)

export const useIsPlaying = (track: Pick<PlayedTrack, 'spotify_track_id'>) =>
  useNowPlaying()?.track.spotify_track_id === track.spotify_track_id

export function play(playlist: Playlist, index: number, focusAfter: HTMLElement) {
  const track = playlist.tracks[index]
  if (track) replace({ playlist, index, track, turn: ++turns, focusAfter })
}

/** What a click on the row or the cover of a track does. */
export function playOrStop(playlist: Playlist, index: number, focusAfter: HTMLElement) {
  const isPlaying = nowPlaying?.track.spotify_track_id === playlist.tracks[index]?.spotify_track_id
  if (isPlaying) stop()
  else play(playlist, index, focusAfter)
}

export function skip(step: 1 | -1) {
  if (nowPlaying) play(nowPlaying.playlist, nowPlaying.index + step, nowPlaying.focusAfter)
}

export function setSound(sound: Sound) {
  if (nowPlaying && nowPlaying.sound !== sound) replace({ ...nowPlaying, sound })
}

/** "Playing" is said when there is sound. */
export const soundWord = (sound: Sound | undefined) =>
  sound === undefined ? 'Loading' : sound === 'playing' ? 'Playing' : 'Paused'

export const stop = () => replace(null)

/** Stops from the player: the focus goes to `focusAfter`, or to the page when it would be lost. */
export function closePlayer() {
  const focusAfter = nowPlaying?.focusAfter
  const hadFocus = document.getElementById('player')?.contains(document.activeElement)
  stop()
  const next = focusAfter?.isConnected ? focusAfter : hadFocus && document.getElementById('content')
  if (next) next.focus({ preventScroll: true })
}

function replace(next: NowPlaying | null) {
  nowPlaying = next
  nowPlayingStore.notify()
}
