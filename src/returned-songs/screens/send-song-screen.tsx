import { useQuery } from '@tanstack/react-query'
import { paths } from '../../contract/paths.shared.ts'
import { LinkedMemberCard } from '../../follows/screens/linked-member.tsx'
import { FailedPage } from '../../site/failed-page.tsx'
import { StepPage, stepButton } from '../../site/step-page.tsx'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { TrackArt } from '../../tracks/screens/track-art.tsx'
import { listName } from '../../tracks/tracks.shared.ts'
import { Button } from '../../ui/button.tsx'
import { query } from '../../ui/data/api.ts'
import { useUrl } from '../../ui/routing/router.tsx'
import type { DropToAnswer, Song } from '../returned-songs.schemas.ts'
import { sendOneSong } from '../returned-songs.shared.ts'
import { type Answered, type Rejected, SendSongForm } from './send-song-form.tsx'

/** The link of a mail has a token; that of a drop's page names the member, and the session says who sends. */
function answeredBy(search: URLSearchParams): Answered {
  const token = search.get('token')
  const drop = (search.get('drop') ?? '').slice(0, 30)
  // An empty token would not be in the query, and the session would count instead of the link.
  return token === null
    ? { to: (search.get('to') ?? '').slice(0, 30), drop }
    : { token: token || '-', drop }
}

/** The server redirects here from a form that was sent without JavaScript. */
function rejectedIn(search: URLSearchParams): Rejected | null {
  const failed = search.get('failed')
  const typed = (name: string) => search.get(name) ?? ''
  return failed === null ? null : { failed, spotifyUrl: typed('spotifyUrl'), words: typed('words') }
}

const answerQuery = (answered: Answered) =>
  query('GET /api/returned-songs/drop', { query: answered })

export const queries = (_: unknown, search: URLSearchParams) => [answerQuery(answeredBy(search))]

const documentTitle = 'Send a song'

export function Screen() {
  const search = useUrl().searchParams
  const answered = answeredBy(search)
  const result = useQuery(answerQuery(answered))
  const { data } = result
  if (result.isPending) return null
  if (!data)
    return (
      <FailedPage
        title={documentTitle}
        errorTitle="This link could not be checked"
        query={result}
      />
    )
  if (data.problem !== null) return problemPage(answered, data)
  if (data.sent && data.listed) return onDropPage(data, data.sent, data.listed)
  if (data.sent) return sentPage(data, data.sent)
  const { username, dropNumber, sender } = data
  return (
    <StepPage
      heading={`${sendOneSong(username)}.`}
      documentTitle={documentTitle}
      picture={<LinkedMemberCard member={data} />}
    >
      <p className="text-lg text-muted">
        Your answer to drop #{dropNumber}. {`@${username}`} alone sees it, and sees{' '}
        {sender ? `your name, @${sender}` : 'the address that the mail came to'}.
      </p>
      <SendSongForm answered={answered} username={username} rejected={rejectedIn(search)} />
    </StepPage>
  )
}

// The pages are one component in the same place: a result takes the focus from the button of the form.

const resultOf = (song: Song) => ({
  state: 'done' as const,
  documentTitle,
  picture: (
    <div className="w-48">
      <TrackArt track={song} />
    </div>
  ),
})

const SongTitle = ({ song }: { song: Song }) => (
  <bdi translate="no" className="font-bold text-ink">
    {trackTitle(song)}
  </bdi>
)

function sentPage({ username, dropNumber }: DropToAnswer, song: Song) {
  return (
    <StepPage {...resultOf(song)} heading="Sent.">
      <p className="text-lg text-muted">
        <SongTitle song={song} />
        {song.artist && (
          <>
            {' by '}
            <bdi translate="no">{song.artist}</bdi>
          </>
        )}{' '}
        is with {`@${username}`}, who alone sees it. The next drop takes another.
      </p>
      {song.words && (
        <p
          dir="auto"
          className="border-l-2 border-line-strong pl-3 text-left text-lg wrap-anywhere"
        >
          {song.words}
        </p>
      )}
      <Button href={paths.drop(username, dropNumber)} size="lg" className={stepButton}>
        See drop #{dropNumber}
      </Button>
    </StepPage>
  )
}

/** The song is on a drop that the member made since. */
function onDropPage(
  { username }: DropToAnswer,
  song: Song,
  { rank, dropNumber }: NonNullable<DropToAnswer['listed']>,
) {
  return (
    <StepPage {...resultOf(song)} heading="It is on the list.">
      <p className="text-lg text-muted">
        <SongTitle song={song} /> is number {rank} of drop #{dropNumber} by {`@${username}`}.
      </p>
      <Button href={paths.drop(username, dropNumber)} size="lg" className={stepButton}>
        See drop #{dropNumber}
      </Button>
    </StepPage>
  )
}

function problemPage(
  { drop }: Answered,
  { problem, code, username }: { problem: string; code: string; username?: string },
) {
  return (
    <StepPage
      state="failed"
      heading={headings[code] ?? 'This link does not work'}
      documentTitle={documentTitle}
    >
      <p className="text-lg text-muted">{problem}</p>
      {code === 'not_signed_in' && (
        <Button href={paths.login} size="lg" className={stepButton}>
          Sign In
        </Button>
      )}
      {code === 'email_not_confirmed' && (
        <Button href={paths.settings} size="lg" className={stepButton}>
          Open Settings
        </Button>
      )}
      {code === 'not_following' && username && (
        <Button href={paths.profile(username)} size="lg" className={stepButton}>
          See {listName(username)}
        </Button>
      )}
      {code === 'songs_refused' && username && (
        <Button href={paths.drop(username, drop)} size="lg" className={stepButton}>
          See drop #{drop}
        </Button>
      )}
    </StepPage>
  )
}

const headings: Record<string, string> = {
  not_signed_in: 'Sign in to send a song',
  not_following: 'Only followers can send a song',
  songs_refused: 'No songs for now',
  email_not_confirmed: 'Confirm your email first',
  member_hidden: 'You cannot send songs',
}
