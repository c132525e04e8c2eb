import type { FailureCode } from '../../../contract/failure-codes.shared.ts'
import { errorMessage, failureCode } from '../../../ui/data/api.ts'
import { toast } from '../../../ui/overlays/toast.ts'

export type FollowResult = { text: string; failed?: boolean }

type FollowFailure = {
  title: string
  message: string
  /** Retrying now cannot succeed. */
  isFinal?: boolean
  duration?: number
}

export function followFailure(error: unknown): FollowFailure {
  const code = failureCode(error)
  const failure = code && finalFailures[code]
  const message = 'Failed to follow. Please try again.'
  if (!failure) return { title: 'Error', message }
  return { message: errorMessage(error, message), isFinal: true, ...failure }
}

/** Failures with the message of the server, but for one that says it to programs as well. */
const finalFailures: Partial<Record<FailureCode, { title: string } & Partial<FollowFailure>>> = {
  already_following: { title: 'Oops!' },
  verification_recently_sent: {
    title: 'Verification email already sent',
    message: 'One was sent within the last hour. Look in your inbox, or retry after 1 hour.',
    duration: 8000,
  },
  follow_refused: { title: 'Not possible' },
  member_hidden: { title: 'Not possible' },
}

export function toastFollowFailure({ title, message, duration = 5000 }: FollowFailure) {
  void toast(title, { description: message, duration, kind: 'error' })
}
