import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearch } from 'wouter'
import { paths } from '../../platform/paths.ts'
import { query } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { Logo } from '../../ui/logo.tsx'
import { useSite } from '../../ui/site.tsx'
import { verifyResetToken } from '../members.contract.ts'
import { MailedLinkPage } from './mailed-link.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { useRedirectToLogin } from './session.ts'

const check = (token: string) => query(verifyResetToken, { query: { token } })

export function queries(_: unknown, search: URLSearchParams) {
  const token = search.get('token')
  return token ? [check(token)] : []
}

/** Where the mail leads that somebody asked for who forgot their password. Opening it only asks whether the link works. */
export function Screen() {
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const [isDone, setDone] = useState(false)
  const [rejection, setRejection] = useState('')
  const link = useQuery({ ...check(token), enabled: token !== '' && !isDone })
  const leave = useRedirectToLogin(isDone)

  if (isDone) {
    return (
      <ResetPage title="Password changed" animated>
        <p className="text-lg text-muted">
          Your password has been successfully reset. Every device is signed out; in a moment this
          page takes you to the login.
        </p>
        <Button size="lg" href={paths.login} onClick={leave} className={wide}>
          Login Now
        </Button>
      </ResetPage>
    )
  }

  const problem = rejection || problemWith(token, link.data)
  if (problem) {
    return (
      <ResetPage title="This link does not work" outline>
        <p className="text-lg text-muted">{problem}.</p>
        <Button size="lg" href={paths.login} className={wide}>
          Back to Login
        </Button>
      </ResetPage>
    )
  }

  if (link.isError) {
    return (
      <ResetPage title="This link could not be checked" outline>
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
      <ResetPage title="Reset password" isStep>
        <p role="status" className="flex items-center gap-2 text-lg text-muted">
          <Spinner /> Verifying your link…
        </p>
      </ResetPage>
    )
  }

  return (
    <ResetPage title="Choose a new password" isStep>
      <ResetPasswordForm token={token} onDone={() => setDone(true)} onInvalidLink={setRejection} />
    </ResetPage>
  )
}

type ResetPageProps = {
  title: string
  /** Not yet an outcome: its heading does not take the focus. */
  isStep?: boolean
  animated?: boolean
  outline?: boolean
  children: ReactNode
}

function ResetPage({ title, isStep = false, animated, outline, children }: ResetPageProps) {
  const { brand } = useSite()
  return (
    <MailedLinkPage
      title={title}
      isOutcome={!isStep}
      picture={
        <Logo
          animated={animated ?? false}
          outline={outline ?? false}
          className={outline ? 'size-16 text-muted' : 'size-16'}
        />
      }
    >
      <title>{`${title} - ${brand}`}</title>
      {/* The address is a key to the account: nobody is told where a reader came from. */}
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex" />
      {children}
    </MailedLinkPage>
  )
}

function problemWith(
  token: string,
  answer: { valid: boolean; message?: string | undefined } | undefined,
) {
  if (token === '') return 'No reset token found in URL'
  if (answer?.valid !== false) return ''
  return answer.message ?? 'The password reset link is invalid or has expired'
}

const wide = 'max-sm:w-full sm:justify-self-start'
