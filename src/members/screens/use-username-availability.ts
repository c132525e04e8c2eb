import { useEffect, useState } from 'react'
import { usernamePattern } from '../../contract/paths.shared.ts'
import { call } from '../../ui/api.ts'

type Availability = {
  status: keyof typeof availabilityTexts
  message?: string
}

/** Beside the field; why a name is taken is its error. */
export const availabilityTexts = {
  unchecked: '',
  checking: 'Checking…',
  available: 'This username is available',
  taken: '',
  error: 'Error checking username availability',
}

const takenMessage = 'This username is already taken'
const debounceMs = 500

/** Asks the server whether a username can be taken, half a second after the last change; never for the member's own. */
export function useUsernameAvailability(username: string, ownUsername = ''): Availability {
  const [result, setResult] = useState<(Availability & { username: string }) | null>(null)
  // The form has its own messages for other names.
  const isChecked = usernamePattern.test(username) && username !== ownUsername
  useEffect(() => {
    if (!isChecked) return
    const abort = new AbortController()
    const settle = (availability: Availability) => {
      if (!abort.signal.aborted) setResult({ username, ...availability })
    }
    const timer = setTimeout(() => {
      call('POST /api/username-available', { body: { username } }, abort.signal).then(
        ({ available, message = takenMessage }) =>
          settle(available ? { status: 'available' } : { status: 'taken', message }),
        () => settle({ status: 'error' }),
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [isChecked, username])
  if (!isChecked) return { status: 'unchecked' }
  return result?.username === username ? result : { status: 'checking' }
}
