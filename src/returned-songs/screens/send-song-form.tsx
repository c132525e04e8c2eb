import { Search } from 'lucide'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { LazyBoundary } from '../../site/lazy-boundary.tsx'
import { useSite } from '../../site/site.tsx'
import { stepButton } from '../../site/step-page.tsx'
import { howToPasteLink, trackLinkOf } from '../../spotify/page-links.shared.ts'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import type { NewTrack } from '../../tracks/screens/editor/local-edits.ts'
import { TrackArt } from '../../tracks/screens/track-art.tsx'
import { unknownTrackMessage } from '../../tracks/tracks.shared.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/data/error-state.tsx'
import { useCall } from '../../ui/data/use-call.ts'
import { TextField } from '../../ui/forms/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyComponent } from '../../ui/routing/lazy.ts'
import {
  maxWordsLength,
  noTrackLinkMessage,
  wordsLength,
  wordsTooLong,
} from '../returned-songs.shared.ts'

const SongResults = lazyComponent(() => import('./song-results.tsx'), 'SongResults')

/** Who sends, and which drop they answer. */
export type Answered = { token?: string; to?: string; drop: string }

/** The fields of a form that was rejected without JavaScript. `failed` is the code of the failure, or `words` if they are too long. */
export type Rejected = { spotifyUrl: string; words: string; failed: string }

type SendSongFormProps = { answered: Answered; username: string; rejected: Rejected | null }

/** Works without JavaScript, too: its path takes the form. Fields are uncontrolled, so what was typed earlier stays. */
export function SendSongForm({ answered, username, rejected }: SendSongFormProps) {
  const { token, to, drop } = answered
  const user = useCurrentUser()
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const [words, setWords] = useState('')
  // Without JavaScript nothing searches.
  const [isReady, setReady] = useState(false)
  const searchesTracks = useSite().searchesTracks && isReady
  const [rejectedFor, setRejectedFor] = useState(rejected?.failed)
  const [isUnchosen, setUnchosen] = useState(false)
  const [song, setSong] = useState<NewTrack | null>(null)
  // Once a song is sent, the query of the page shows it.
  const sending = useCall('POST /api/returned-songs')
  useLayoutEffect(() => {
    setReady(true)
    const typed = new FormData(form.current ?? undefined)
    setText(String(typed.get('spotifyUrl') ?? ''))
    setWords(String(typed.get('words') ?? ''))
  }, [])

  const left = maxWordsLength - wordsLength(words)
  const { error } = sending
  const isAboutWords = error?.field === 'words'
  // A chosen song has no field, so what is wrong with it is shown below the button.
  const isAboutSong = !song && error?.field === 'spotifyUrl'

  function choose(track: NewTrack | null) {
    setSong(track)
    setText('')
    setUnchosen(false)
    setRejectedFor(undefined)
    sending.reset()
    const next = track ? 'words' : 'spotifyUrl'
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>(`[name="${next}"]:not([type="hidden"])`)?.focus(),
    )
  }

  function clearSong() {
    const field = form.current?.elements.namedItem('spotifyUrl')
    if (field instanceof HTMLInputElement) field.value = ''
    setText('')
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.isPending || left < 0) return
    if (!song && searchesTracks && !link.test(text)) {
      const found = form.current?.querySelector<HTMLElement>('[data-found]')
      return found ? found.focus() : setUnchosen(true)
    }
    const spotifyUrl = song ? trackLinkOf(song.spotify_track_id) : text.trim()
    const from = token === undefined ? { to: to ?? '' } : { token }
    sending.mutate({ body: { ...from, drop: Number(drop), spotifyUrl, words } })
  }

  return (
    <form
      ref={form}
      method="post"
      action={paths.sendSong}
      onSubmit={submit}
      className="grid scroll-mt-3 grid-cols-1 content-start gap-5 max-sm:has-[[name=spotifyUrl]:focus]:min-h-dvh"
    >
      {Object.entries({ ...answered, member: user?.member_key }).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {song ? (
        <ChosenSong song={song} onChange={() => choose(null)} />
      ) : (
        <SongField
          text={text}
          // Follows `text`, because a field that nobody has typed in shows a changed default, and so that it is empty like `text`
          // when it is mounted again after a song was chosen.
          defaultValue={isReady ? text : rejected?.spotifyUrl}
          searchesTracks={searchesTracks}
          error={
            isUnchosen
              ? 'Nothing is chosen yet. Type a song, or paste its link.'
              : isAboutSong
                ? error.message
                : rejectedFor && rejectedFor !== 'words'
                  ? (songProblems.get(rejectedFor) ?? otherProblem)
                  : undefined
          }
          onText={typed => {
            setText(typed)
            setUnchosen(false)
            setRejectedFor(undefined)
            sending.reset()
          }}
        />
      )}
      {!song && !isAboutSong && text.trim() !== '' && (
        <LazyBoundary onClose={clearSong}>
          <SongResults text={text} onChoose={choose} />
        </LazyBoundary>
      )}
      <TextField
        label="A few words, if you like"
        name="words"
        defaultValue={rejected?.words}
        autoComplete="off"
        maxLength={4 * maxWordsLength}
        onChange={event => {
          setWords(event.target.value)
          if (rejectedFor === 'words') setRejectedFor(undefined)
        }}
        error={
          left < 0 || rejectedFor === 'words'
            ? wordsTooLong
            : isAboutWords
              ? error.message
              : undefined
        }
        status={left >= 0 && left <= 20 && `${left} left`}
      />
      <Button type="submit" size="lg" pending={sending.isPending} className={stepButton}>
        Send it to {`@${username}`}
      </Button>
      <ErrorMessage>{error && !isAboutSong && !isAboutWords && error.message}</ErrorMessage>
      <p className="text-sm text-muted">
        One song for each drop, kept for a year. No mail goes out.
      </p>
    </form>
  )
}

/** Matches links of any service: the server says what is wrong with one. */
const link = /spotify[.:]|:\/\//i

const songProblems = new Map([
  ['invalid_track_link', noTrackLinkMessage],
  ['unknown_track', unknownTrackMessage],
])
const otherProblem = 'That did not work. Look at the link, and send it again.'

type SongFieldProps = {
  text: string
  defaultValue: string | undefined
  searchesTracks: boolean
  error: string | undefined
  onText: (text: string) => void
}

function SongField({ text, defaultValue, searchesTracks, error, onText }: SongFieldProps) {
  return (
    <TextField
      label="Your song"
      name="spotifyUrl"
      required
      defaultValue={defaultValue}
      // On a phone what is found would be under the keyboard.
      onFocus={({ currentTarget }) => {
        if (matchMedia('(width < 40rem)').matches)
          requestAnimationFrame(() => currentTarget.form?.scrollIntoView())
      }}
      icon={<Icon icon={Search} size={18} />}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="search"
      maxLength={2000}
      placeholder={searchesTracks ? 'A song or an artist, or a link' : 'Paste a link from Spotify'}
      hint={text.trim() === '' && howToPasteLink}
      error={error}
      onChange={event => onText(event.target.value)}
    />
  )
}

function ChosenSong({ song, onChange }: { song: NewTrack; onChange: () => void }) {
  return (
    <div className="grid grid-cols-[--spacing(20)_minmax(0,1fr)_auto] items-center gap-3">
      <TrackArt track={song} />
      <p className="min-w-0 leading-snug">
        <span className="sr-only">Your song: </span>
        <bdi translate="no" className="line-clamp-2 font-bold">
          {trackTitle(song)}
        </bdi>
        {song.artist && (
          <span dir="auto" translate="no" className="block truncate text-left text-sm text-muted">
            {song.artist}
          </span>
        )}
      </p>
      <Button variant="secondary" size="sm" onClick={onChange}>
        Change
      </Button>
    </div>
  )
}
