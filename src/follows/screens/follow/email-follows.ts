import { browserValue, nobody } from '../../../members/screens/browser-state.ts'
import { useStore } from '../../../ui/create-store.ts'
import { confirmationLinkMs } from '../../confirmation/confirmation-link.shared.ts'

/** `asked`: a mail to confirm it was requested, whose link still works. */
type EmailFollow = 'asked' | 'following'

/** A number is the time, in milliseconds, when the mail was requested. */
type Kept = Partial<Record<string, number | 'following'>>

// JSON by usernames in lower case. The server does not know which addresses a browser follows with.
const kept = browserValue('emailFollows', nobody)

/** What a visitor did in this browser. Other browsers and mail programs may have changed it since. */
export function useEmailFollow(username: string): EmailFollow | null {
  return useStore({ ...kept, read: () => emailFollowOf(username), serverValue: null })
}

export function emailFollowOf(username: string): EmailFollow | null {
  const state = readAll()[username.toLowerCase()]
  return typeof state === 'number' ? 'asked' : (state ?? null)
}

export function keepEmailFollow(username: string, state: EmailFollow | null) {
  const { [username.toLowerCase()]: _, ...all } = readAll()
  if (state) all[username.toLowerCase()] = state === 'asked' ? Date.now() : state
  kept.write(JSON.stringify(all))
}

export const forgetEmailFollows = () => kept.write(null)

function readAll(): Kept {
  try {
    const all = Object.entries(JSON.parse(kept.read() ?? '{}') as Kept)
    return Object.fromEntries(all.filter(([, state]) => state === 'following' || isRecent(state)))
  } catch {
    // Not valid JSON: written by another version or by hand.
    return {}
  }
}

const isRecent = (time: unknown) =>
  typeof time === 'number' && Date.now() - time < confirmationLinkMs
