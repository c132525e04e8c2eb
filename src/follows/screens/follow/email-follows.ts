import { useSyncExternalStore } from 'react'
import { browserValue, nobody } from '../../../members/screens/browser-state.ts'

/** `asked`: a mail to confirm it was requested. */
type EmailFollow = 'asked' | 'following'

// JSON by usernames in lower case. The server does not know which addresses a browser follows with.
const kept = browserValue('emailFollows', nobody)

/** What a visitor did in this browser. Other browsers and mail programs may have changed it since. */
export function useEmailFollow(username: string): EmailFollow | null {
  const read = () => readAll()[username.toLowerCase()] ?? null
  return useSyncExternalStore(kept.subscribe, read, () => null)
}

export function keepEmailFollow(username: string, state: EmailFollow | null) {
  const { [username.toLowerCase()]: _, ...others } = readAll()
  kept.write(JSON.stringify(state ? { ...others, [username.toLowerCase()]: state } : others))
}

export const forgetEmailFollows = () => kept.write(null)

function readAll(): Partial<Record<string, EmailFollow>> {
  try {
    return JSON.parse(kept.read() ?? '{}')
  } catch {
    // Somebody else wrote it.
    return {}
  }
}
