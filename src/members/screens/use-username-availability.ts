import { useEffect, useState } from 'react'
import { call } from '../../ui/api.ts'
import { usernameAvailable } from '../members.contract.ts'

export type Availability = 'unasked' | 'checking' | 'available' | 'taken' | 'error'

type Known = { is: Availability /** Why nobody may take it, where that is so. */; refusal?: string }

const taken = 'This username is already taken'
const debounceMs = 500
// What is not even a name has its own message.
const wellFormed = /^[\w-]{3,30}$/

/** Asks whether a name is free, half a second after the last key, and never for the name one has. */
export function useUsernameAvailability(username: string, current = ''): Known {
  const [known, setKnown] = useState<(Known & { username: string }) | null>(null)
  const asks = wellFormed.test(username) && username !== current
  useEffect(() => {
    if (!asks) return
    const abort = new AbortController()
    const settle = (answer: Known) => {
      if (!abort.signal.aborted) setKnown({ username, ...answer })
    }
    const timer = setTimeout(() => {
      call(usernameAvailable, { body: { username } }, abort.signal).then(
        ({ available, message = taken }) =>
          settle(available ? { is: 'available' } : { is: 'taken', refusal: message }),
        () => settle({ is: 'error' }),
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [asks, username])
  if (!asks) return { is: 'unasked' }
  return known?.username === username ? known : { is: 'checking' }
}
