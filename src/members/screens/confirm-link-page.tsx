import { useMutation, useQuery } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { usernamePattern } from '../../contract/paths.shared.ts'
import { StepPage, stepButton } from '../../site/step-page.tsx'
import { Button } from '../../ui/button.tsx'
import { type ApiError, type InputOf, type OutputOf, query } from '../../ui/data/api.ts'
import { ErrorMessage } from '../../ui/data/error-state.tsx'
import { useUrl } from '../../ui/routing/router.tsx'

type LinkRoute =
  | 'GET /api/follows/confirm'
  | 'GET /api/follows/unsubscribe'
  | 'GET /api/follows/unsubscribe/undo'
  | 'GET /api/email/confirm'
  | 'GET /api/drops/reminder/stop'

/** A page's `queries`: what the link that opened it is about, or why it does not work. */
export const linkQueries = (route: LinkRoute) => (_: unknown, search: URLSearchParams) =>
  search.has('token') ? [linkQuery(route, search)] : []

/** A call leaves empty values out of its URL: an empty token would be invalid input, where any other text is an invalid token. */
const linkQuery = <R extends LinkRoute>(route: R, search: URLSearchParams) =>
  query(route, { query: { token: search.get('token') || '-' } } as InputOf<R>)

type Result = { username: string | null; all: boolean }
type NextPage = { href: string; label: string }

type ConfirmLinkPageProps = {
  link: Omit<ReturnType<typeof useConfirmLink>, 'about'>
  path: string
  question: {
    documentTitle: string
    heading?: string
    picture?: ReactNode
    text?: ReactNode
    /** Shown between the text and the buttons. */
    more?: ReactNode
    /** With `all`, the button applies to everything that is mailed to the email. */
    buttons: { label: string; all?: boolean; hint?: string }[]
  }
  done: {
    documentTitle: string
    heading: string
    picture?: ReactNode
    text: ReactNode
    next?: NextPage
    other?: NextPage
  }
  failed: { documentTitle: string; text: ReactNode; next?: NextPage }
}

/**
 * The state of a page that is opened by a link in a mail and changes something at the click of a
 * button. Without JavaScript its form posts to the page's own path, and the server redirects back
 * with `done` or `failed` in the query.
 */
export function useConfirmLink<R extends LinkRoute>(
  route: R,
  send: (token: string, all: boolean) => Promise<{ username: string }>,
) {
  const search = useUrl().searchParams
  const token = search.get('token') ?? ''
  const { data } = useQuery({ ...linkQuery(route, search), enabled: search.has('token') })
  const sending = useMutation<Result, ApiError, { all: boolean }>({
    mutationFn: async ({ all }) => ({ ...(await send(token, all)), all }),
  })
  const done: Result | undefined =
    sending.data ??
    (search.has('done') ? { username: usernameIn(search), all: search.has('all') } : undefined)
  // Any other failure is not about the link, and another click may help.
  const isInvalid = sending.error?.code === 'invalid_token'
  return {
    token,
    done,
    /** Undefined while nothing is known about the link. */
    about: data?.problem === null ? (data as Working<R>) : undefined,
    failed: !done && (isInvalid || !!data?.problem || search.has('failed') || token === ''),
    reason: isInvalid ? sending.error?.message : data?.problem,
    error: sending.error && !isInvalid ? sending.error.message : undefined,
    isPending: (all: boolean) => sending.isPending && sending.variables.all === all,
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      if (sending.isPending) return
      const { submitter } = event.nativeEvent as SubmitEvent
      sending.mutate({ all: submitter?.getAttribute('name') === 'all' })
    },
  }
}

type Working<R extends LinkRoute> = Extract<OutputOf<R>, { problem: null }>

export function ConfirmLinkPage(props: ConfirmLinkPageProps) {
  const { link, question, done, failed } = props
  if (link.done)
    return (
      <StepPage
        state="done"
        documentTitle={done.documentTitle}
        heading={done.heading}
        picture={done.picture}
      >
        <p className="text-lg text-muted">{done.text}</p>
        <p className="flex flex-wrap gap-3 empty:hidden">
          {done.next && <NextButton {...done.next} />}
          {done.other && <NextButton {...done.other} variant="secondary" />}
        </p>
      </StepPage>
    )
  if (link.failed)
    return (
      <StepPage
        state="failed"
        documentTitle={failed.documentTitle}
        heading="This link does not work"
      >
        <p className="text-lg text-muted">{link.reason ?? failed.text}</p>
        {failed.next && <NextButton {...failed.next} variant="secondary" />}
      </StepPage>
    )
  return (
    <StepPage
      documentTitle={question.documentTitle}
      heading={question.heading ?? question.documentTitle}
      picture={question.picture}
    >
      {question.text && <p className="text-lg text-muted">{question.text}</p>}
      {question.more}
      <ConfirmForm {...props} />
    </StepPage>
  )
}

function NextButton({ label, ...button }: NextPage & { variant?: 'secondary' }) {
  return (
    <Button size="lg" className={stepButton} {...button}>
      {label}
    </Button>
  )
}

function ConfirmForm({ link, path, question }: ConfirmLinkPageProps) {
  const { buttons } = question
  const isChoice = buttons.length > 1
  return (
    <form
      method="post"
      action={path}
      onSubmit={link.submit}
      className={isChoice ? 'grid gap-6' : 'grid gap-3'}
    >
      <input type="hidden" name="token" value={link.token} />
      {buttons.map(({ label, all = false, hint }) => (
        <div key={label} className="grid gap-2">
          <Button
            type="submit"
            {...(all && { name: 'all', value: '1', variant: 'secondary' })}
            size="lg"
            pending={link.isPending(all)}
            className={isChoice ? 'w-full max-[24rem]:px-3' : stepButton}
          >
            {label}
          </Button>
          {hint && <p className="text-sm text-muted">{hint}</p>}
        </div>
      ))}
      <ErrorMessage>{link.error}</ErrorMessage>
    </form>
  )
}

/** The query may contain anything; only what can be a username is shown. */
function usernameIn(query: URLSearchParams): string | null {
  const name = query.get('name') ?? ''
  return usernamePattern.test(name) ? name : null
}
