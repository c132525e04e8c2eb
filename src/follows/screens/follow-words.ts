import { failureCode } from '../../ui/api.ts'
import { toast } from '../../ui/toast.ts'

type FollowFailure = {
  title: string
  message: string
  /** Whether trying again at once cannot succeed. */
  isFinal?: boolean
  /** Milliseconds the toast stays. */
  duration?: number
}

/** What to say when a follow failed. */
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
    default:
      return { title: 'Error', message: 'Failed to follow. Please try again.' }
  }
}

export function showFollowFailure({ title, message, duration = 5000 }: FollowFailure) {
  void toast(title, { description: message, duration, kind: 'error' })
}
