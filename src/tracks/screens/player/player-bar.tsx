import SkipBack from 'lucide-react/icons/skip-back'
import SkipForward from 'lucide-react/icons/skip-forward'
import X from 'lucide-react/icons/x'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Link, TextLink } from '../../../ui/link.tsx'
import { trackLinkOf } from '../../track-link.contract.ts'
import { trackTitle } from '../track-title.ts'
import { useMediaKeys } from './media-keys.ts'
import { type NowPlaying, skip, stop } from './now-playing.ts'
import { PlayerFrame } from './player-frame.tsx'

type PlayerBarProps = {
  playing: NowPlaying
  /** The members' navigation is beside it, or on phones below it. */
  hasNavigation: boolean
}

/** The player at the lower edge. Its height is `--player-height` in theme.css, for which every page keeps space. */
export function PlayerBar({ playing, hasNavigation }: PlayerBarProps) {
  const { playlist, index, track } = playing
  const end = useCallback(() => endPlaying(playing.button), [playing.button])
  const [answers, onAnswer] = useAnswer(track.spotify_track_id)
  useEscape(end)
  useMediaKeys(playing)
  const last = playlist.tracks.length - 1
  return (
    <section
      id="player"
      aria-label="Player"
      className={classes(
        'fixed inset-x-0 z-30 border-t border-line bg-surface text-ink',
        hasNavigation
          ? 'bottom-[calc(4rem+env(safe-area-inset-bottom))] sm:bottom-0 sm:pl-18'
          : 'bottom-0 box-content pb-[env(safe-area-inset-bottom)]',
      )}
    >
      <div className="mx-auto grid h-(--player-height) max-w-page grid-cols-[minmax(0,1fr)_auto_auto_auto] grid-rows-[2.75rem_minmax(0,1fr)] items-center px-2 md:grid-cols-[minmax(0,1fr)_auto_20rem_auto_auto] md:grid-rows-1 md:px-6 lg:grid-cols-[minmax(0,1fr)_auto_28rem_auto_minmax(0,1fr)]">
        <div className="min-w-0 pl-2 md:pr-3 md:pl-0">
          <p aria-live="polite" className="truncate font-bold max-md:sr-only">
            <span className="sr-only">Playing </span>
            {trackTitle(track)}
          </p>
          {answers ? (
            <Position playing={playing} />
          ) : (
            <NoAnswer link={trackLinkOf(track.spotify_track_id)} />
          )}
        </div>
        <SkipButton label="Previous track" step={-1} disabled={index === 0}>
          <SkipBack size={20} fill="currentColor" aria-hidden="true" />
        </SkipButton>
        <div className="grid h-22.5 items-center max-md:col-span-full max-md:row-start-2 max-md:self-start md:mx-2">
          <PlayerFrame
            key={track.spotify_track_id}
            track={track}
            tall={index === 0 && !playlist.isEditable}
            onReady={onAnswer}
            onEnd={playNext}
          />
        </div>
        <SkipButton label="Next track" step={1} disabled={index === last}>
          <SkipForward size={20} fill="currentColor" aria-hidden="true" />
        </SkipButton>
        <Button
          variant="quiet"
          iconOnly
          icon={<X size={20} aria-hidden="true" />}
          onClick={end}
          className="justify-self-end"
        >
          Stop playing
        </Button>
      </div>
    </section>
  )
}

function Position({ playing: { playlist, index } }: { playing: NowPlaying }) {
  return (
    <p className="flex gap-1.5 text-sm text-muted">
      <Link
        href={playlist.href}
        className="truncate font-semibold text-ink underline decoration-1 underline-offset-4 hover:decoration-2 md:font-normal"
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
      Spotify does not answer. <TextLink href={link}>Open the song there</TextLink>
    </p>
  )
}

type SkipButtonProps = {
  label: string
  step: 1 | -1
  disabled: boolean
  children: React.ReactNode
}

/** Keeps the focus at the end of the playlist, so it is not really disabled. */
function SkipButton({ label, step, disabled, children }: SkipButtonProps) {
  return (
    <Button
      variant="quiet"
      iconOnly
      icon={children}
      aria-disabled={disabled}
      onClick={() => skip(step)}
      className="aria-disabled:opacity-35"
    >
      {label}
    </Button>
  )
}

const playNext = () => skip(1)

const answerMs = 10_000

/** False when the player has not answered in time; its frame stays, in case it only did not say so. */
function useAnswer(trackId: string) {
  const [silent, setSilent] = useState<string | null>(null)
  const [answered, setAnswered] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSilent(trackId), answerMs)
    return () => clearTimeout(timer)
  }, [trackId])
  const onAnswer = useCallback(() => setAnswered(trackId), [trackId])
  return [silent !== trackId || answered === trackId, onAnswer] as const
}

/** Escape ends playing, unless something else uses the key. */
function useEscape(end: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if ((event.target as Element).matches('input, textarea, select')) return
      if (document.querySelector(':popover-open, [role=dialog], [role=alertdialog], [role=menu]'))
        return
      end()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [end])
}

/** Returns the focus to the button that started the playlist, or to the page when the focus would be lost. */
function endPlaying(button: HTMLElement) {
  const hadFocus = document.getElementById('player')?.contains(document.activeElement)
  stop()
  if (button.isConnected) button.focus({ preventScroll: true })
  else if (hadFocus) document.getElementById('content')?.focus({ preventScroll: true })
}
