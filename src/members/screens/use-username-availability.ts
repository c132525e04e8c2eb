import { useEffect, useState } from 'react'
import { call } from '../../ui/api.ts'
import { usernameAvailable } from '../members.contract.ts'

export type Availability = 'unasked' | 'checking' | 'available' | 'taken' | 'error'

const debounceMs = 500
// What is not even a name has its own message.
const wellFormed = /^[\w-]{3,30}$/

/** Asks whether a name is free, half a second after the last key, and never for the name one has. */
export function useUsernameAvailability(username: string, current = ''): Availability {
  const [known, setKnown] = useState<{ username: string; is: Availability } | null>(null)
  const asks = wellFormed.test(username) && username !== current
  useEffect(() => {
    if (!asks) return
    const abort = new AbortController()
    const settle = (is: Availability) => {
      if (!abort.signal.aborted) setKnown({ username, is })
    }
    const timer = setTimeout(() => {
      call(usernameAvailable, { body: { username } }, abort.signal).then(
        ({ available }) => settle(available ? 'available' : 'taken'),
        () => settle('error'),
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [asks, username])
  if (!asks) return 'unasked'
  return known?.username === username ? known.is : 'checking'
}
