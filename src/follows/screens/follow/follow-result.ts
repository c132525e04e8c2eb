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
  switch (failureCode(error)) {
    case 'already_following':
      return {
        title: 'Oops!',
        message: `Looks like you already follow this ${brand}.`,
        isFinal: true,
      }
    case 'verification_recently_sent':
      return {
        title: 'Verification email already sent',
        message: 'One was sent within the last hour. Look in your inbox, or retry after 1 hour.',
        isFinal: true,
        duration: 8000,
      }
    case 'follow_refused':
      return {
        title: 'Not possible',
        message: 'This member does not let your account follow them.',
        isFinal: true,
      }
    case 'member_hidden':
      return {
        title: 'Not possible',
        message: 'An administrator has hidden you, so you cannot follow anybody for now.',
        isFinal: true,
      }
    default:
      return { title: 'Error', message: 'Failed to follow. Please try again.' }
  }
}

export function toastFollowFailure({ title, message, duration = 5000 }: FollowFailure) {
  void toast(title, { description: message, duration, kind: 'error' })
}
