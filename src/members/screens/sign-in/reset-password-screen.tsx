import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { paths } from '../../../contract/paths.shared.ts'
import { StepPage, stepButton } from '../../../site/step-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { query } from '../../../ui/data/api.ts'
import { Spinner } from '../../../ui/data/loading.tsx'
import { useUrl } from '../../../ui/routing/router.tsx'
import { useRedirectToLogin } from '../session.ts'
import { ResetPasswordForm } from './reset-password-form.tsx'

const tokenQuery = (token: string) => query('GET /api/verify-reset-token', { query: { token } })

export function queries(_: unknown, search: URLSearchParams) {
  const token = search.get('token')
  return token ? [tokenQuery(token)] : []
}

/** Opened by the link in the mail; loading it only checks the link. */
export function Screen() {
  const token = useUrl().searchParams.get('token') ?? ''
  const [isDone, setDone] = useState(false)
  const [rejection, setRejection] = useState('')
  const link = useQuery({ ...tokenQuery(token), enabled: token !== '' && !isDone })
  const leave = useRedirectToLogin(isDone)

  if (isDone) {
    return (
      <ResetPage state="done" heading="Password changed">
        <p className="text-lg text-muted">
          Your password has been successfully reset. Every device is signed out; in a moment this
          page takes you to the login.
        </p>
        <Button size="lg" href={paths.login} onClick={leave} className={stepButton}>
          Login Now
        </Button>
      </ResetPage>
    )
  }

  const problem = rejection || problemWith(token, link.data)
  if (problem) {
    return (
      <ResetPage state="failed" heading="This link does not work">
        <p className="text-lg text-muted">{problem}</p>
        <Button size="lg" href={paths.login} className={stepButton}>
          Back to Login
        </Button>
      </ResetPage>
    )
  }

  if (link.isError) {
    return (
      <ResetPage state="failed" heading="This link could not be checked">
        <p role="alert" className="text-lg text-muted">
          Error verifying reset token. Please try again.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            size="lg"
            pending={link.isFetching}
            onClick={() => void link.refetch()}
            className="max-sm:w-full"
          >
            Try again
          </Button>
          <Button size="lg" variant="secondary" href={paths.login} className="max-sm:w-full">
            Back to Login
          </Button>
        </div>
      </ResetPage>
    )
  }

  if (!link.data) {
    return (
      <ResetPage heading="Reset password">
        <p role="status" className="flex items-center gap-2 text-lg text-muted">
          <Spinner /> Verifying your link…
        </p>
      </ResetPage>
    )
  }

  return (
    <ResetPage heading="Choose a new password">
      <ResetPasswordForm token={token} onDone={() => setDone(true)} onInvalidLink={setRejection} />
    </ResetPage>
  )
}

function ResetPage({ children, ...page }: ComponentProps<typeof StepPage>) {
  return (
    <StepPage {...page}>
      {/* The URL contains the token: it must not be sent as a referrer or be indexed. */}
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex" />
      {children}
    </StepPage>
  )
}

function problemWith(
  token: string,
  response: { valid: boolean; message?: string | undefined } | undefined,
) {
  if (token === '') return 'No reset token found in URL'
  if (response?.valid !== false) return ''
  return response.message ?? 'The password reset link is invalid or has expired'
}
