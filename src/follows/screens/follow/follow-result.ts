import type { FailureCode } from '../../../contract/failure-codes.shared.ts'
import { failureCode } from '../../../ui/api.ts'
import { toast } from '../../../ui/toast.ts'

export type FollowResult = { text: string; failed?: boolean }

type FollowFailure = {
  title: string
  message: string
  /** Retrying now cannot succeed. */
  isFinal?: boolean
  duration?: number
}

export function followFailure(error: unknown, brand: string): FollowFailure {
  const code = failureCode(error)
  const failure = code && finalFailures(brand)[code]
  if (failure) return { ...failure, isFinal: true }
  return { title: 'Error', message: 'Failed to follow. Please try again.' }
}

const finalFailures = (brand: string): Partial<Record<FailureCode, FollowFailure>> => ({
  already_following: {
    title: 'Oops!',
    message: `Looks like you already follow this ${brand}.`,
  },
  verification_recently_sent: {
    title: 'Verification email already sent',
    message: 'One was sent within the last hour. Look in your inbox, or retry after 1 hour.',
    duration: 8000,
  },
  follow_refused: {
    title: 'Not possible',
    message: 'This member does not let your account follow them.',
  },
  member_hidden: {
    title: 'Not possible',
    message: 'An administrator has hidden you, so you cannot follow anybody for now.',
  },
})

export function toastFollowFailure({ title, message, duration = 5000 }: FollowFailure) {
  void toast(title, { description: message, duration, kind: 'error' })
}
