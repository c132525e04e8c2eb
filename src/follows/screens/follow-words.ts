import { toast } from '../../ui/toast.ts'

type Refusal = {
  title: string
  message: string
  /** Milliseconds the toast stays. */
  duration: number
  alreadyFollows: boolean
  /** Trying again at once is in vain. */
  isFinal: boolean
}

/** What to say when a follow was refused. */
export function followRefusal(error: Error, brand: string): Refusal {
  const refusal = { duration: 5000, alreadyFollows: false, isFinal: false }
  if (error.message.includes('already follow')) {
    const message = `Looks like you already follow this ${brand}.`
    return { ...refusal, title: 'Oops!', message, alreadyFollows: true, isFinal: true }
  }
  if (error.message.includes('verification_recently_sent')) {
    const message = 'One was sent within the last hour. Look in your inbox, or retry after 1 hour.'
    return {
      ...refusal,
      title: 'Verification email already sent',
      message,
      duration: 8000,
      isFinal: true,
    }
  }
  return { ...refusal, title: 'Error', message: 'Failed to follow. Please try again.' }
}

export function sayFollowRefusal({ title, message, duration }: Refusal) {
  void toast(title, { description: message, duration, kind: 'error' })
}
