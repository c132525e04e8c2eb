import { ChevronDown, ChevronUp, Pause, Play, SkipBack, SkipForward, X } from 'lucide'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { trackLinkOf } from '../../spotify/page-links.shared.ts'
import { TrackLink } from '../../spotify/screens/track-link.tsx'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link, TextLink } from '../../ui/routing/link.tsx'
import { closePlayer, type NowPlaying, skip, soundWord } from './now-playing.ts'
import { PlayerFrame, togglePlay } from './player-frame.tsx'

/** On phones the service's player can be folded away; it comes back when it needs a click to start. */
export function PlayerBar({ playing }: { playing: NowPlaying }) {
  const { playlist, index, track, turn, sound } = playing
  const [answers, onAnswer] = useAnswer(turn)
  const [isOpen, setOpen] = useState(true)
  const frame = useRef<HTMLIFrameElement>(null)
  const open = useCallback(() => setOpen(true), [])
  useEscape(closePlayer)
  useMediaKeys(playing)
  const last = playlist.tracks.length - 1
  return (
    <div className="mx-auto grid h-full max-w-page grid-cols-[minmax(0,1fr)_auto_auto_auto_auto] grid-rows-[4rem_minmax(0,1fr)] items-center px-2 md:grid-cols-[minmax(0,1fr)_auto_20rem_auto_auto] md:grid-rows-1 md:px-6 lg:grid-cols-[minmax(0,1fr)_auto_28rem_auto_minmax(0,1fr)]">
      <div className="min-w-0 pl-2 md:pr-3 md:pl-0">
        <p aria-live="polite" className="sr-only">
          {soundWord(sound)} {trackTitle(track)}
          {sound === 'blocked' && `. ${pressPlay}`}
        </p>
        <p className="truncate font-bold">
          {playlist.isEditable ? (
            <bdi translate="no">{trackTitle(track)}</bdi>
          ) : (
            <TrackLink track={track} />
          )}
        </p>
        {sound === 'blocked' ? (
          <p aria-hidden="true" className="truncate text-sm font-bold text-gold-ink">
            {pressPlay}
          </p>
        ) : answers ? (
          <Position playing={playing} />
        ) : (
          <NoAnswer link={trackLinkOf(track.spotify_track_id)} />
        )}
      </div>
      <SkipButton
        label="Previous track"
        step={-1}
        disabled={index === 0}
        className={classes('max-[24rem]:hidden', !isOpen && 'max-md:hidden')}
      >
        <Icon icon={SkipBack} size={20} className="fill-current" />
      </SkipButton>
      {/* In the place of the previous track, while the player that has such a button is folded away. */}
      {!isOpen && (
        <Button
          variant="quiet"
          iconOnly
          icon={
            <Icon icon={sound === 'playing' ? Pause : Play} size={20} className="fill-current" />
          }
          onClick={() => (sound === 'blocked' ? open() : togglePlay(frame.current))}
          className="md:hidden"
        >
          {sound === 'playing' ? 'Pause' : 'Play'}
        </Button>
      )}
      <div
        className={classes(
          'grid h-22.5 items-center max-md:col-span-full max-md:row-start-2 max-md:self-start md:mx-2',
          !isOpen && 'max-md:invisible',
        )}
      >
        <PlayerFrame
          key={turn}
          ref={frame}
          track={track}
          tall={index === 0 && !playlist.isEditable}
          onReady={onAnswer}
          onNotStarted={open}
          onEnd={playNext}
        />
      </div>
      <SkipButton label="Next track" step={1} disabled={index === last}>
        <Icon icon={SkipForward} size={20} className="fill-current" />
      </SkipButton>
      <Button
        variant="quiet"
        iconOnly
        icon={<Icon icon={isOpen ? ChevronDown : ChevronUp} size={20} />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="md:hidden"
      >
        Spotify player
      </Button>
      <Button
        variant="quiet"
        iconOnly
        icon={<Icon icon={X} size={20} />}
        onClick={closePlayer}
        className="justify-self-end"
      >
        Stop playing
      </Button>
    </div>
  )
}

const pressPlay = 'Press ▶ in the player'

function Position({ playing: { playlist, index } }: { playing: NowPlaying }) {
  return (
    <p className="flex gap-1.5 text-sm text-muted">
      <Link
        href={playlist.href}
        className="truncate text-ink underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        {playlist.name}
      </Link>
      <span aria-hidden="true">·</span>
      <span className="whitespace-nowrap">
        {index + 1} of {playlist.tracks.length}
      </span>
    </p>
  )
}

function NoAnswer({ link }: { link: string }) {
  return (
    <p role="alert" className="text-sm leading-tight">
      <span className="block">Spotify does not answer.</span>{' '}
      <TextLink href={link}>Open the track there</TextLink>
    </p>
  )
}

type SkipButtonProps = {
  label: string
  step: 1 | -1
  disabled: boolean
  className?: string
  children: ReactNode
}

/** Keeps the focus at the end of the playlist, so it is not really disabled. */
function SkipButton({ label, step, disabled, className, children }: SkipButtonProps) {
  return (
    <Button
      variant="quiet"
      iconOnly
      icon={children}
      aria-disabled={disabled}
      onClick={() => skip(step)}
      className={classes('aria-disabled:opacity-35', className)}
    >
      {label}
    </Button>
  )
}

const playNext = () => skip(1)

const answerMs = 10_000

/** False when the player has not answered in time; its frame stays, in case it only did not say so. */
function useAnswer(turn: number) {
  const [silent, setSilent] = useState<number | null>(null)
  const [answered, setAnswered] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSilent(turn), answerMs)
    return () => clearTimeout(timer)
  }, [turn])
  const onAnswer = useCallback(() => setAnswered(turn), [turn])
  return [silent !== turn || answered === turn, onAnswer] as const
}

function useEscape(onEscape: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if ((event.target as Element).matches('input, textarea, select')) return
      if (document.querySelector(':popover-open, :modal')) return
      onEscape()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [onEscape])
}

function useMediaKeys({ playlist, index, track }: NowPlaying) {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const { mediaSession } = navigator
    mediaSession.metadata = new MediaMetadata({
      title: trackTitle(track),
      artist: track.artist ?? '',
      album: playlist.name,
      artwork: track.artwork ? [{ src: track.artwork }] : [],
    })
    const hasNext = index + 1 < playlist.tracks.length
    mediaSession.setActionHandler('previoustrack', index > 0 ? () => skip(-1) : null)
    mediaSession.setActionHandler('nexttrack', hasNext ? () => skip(1) : null)
    return () => {
      mediaSession.metadata = null
      mediaSession.setActionHandler('previoustrack', null)
      mediaSession.setActionHandler('nexttrack', null)
    }
  }, [playlist, index, track])
}
