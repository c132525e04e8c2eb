import { browserValue, nobody } from '../../../members/screens/browser-state.ts'
import { useStore } from '../../../ui/create-store.ts'
import { readStored } from '../../../ui/forms/stored-json.ts'
import { confirmationLinkMs } from '../../confirmation/confirmation-link.shared.ts'

/** `asked`: a mail to confirm it was requested, whose link still works. */
type EmailFollow = 'asked' | 'following'

// JSON by usernames in lower case; a number is the time, in milliseconds, when the mail was requested. The server does not know which emails a browser follows with.
const kept = browserValue('emailFollows', nobody)

/** What a visitor did in this browser. Other browsers and mail programs may have changed it since. */
export function useEmailFollow(username: string): EmailFollow | null {
  return useStore({ ...kept, read: () => emailFollowOf(username), serverValue: null })
}

export function emailFollowOf(username: string): EmailFollow | null {
  const state = readAll().get(username.toLowerCase())
  return typeof state === 'number' ? 'asked' : (state ?? null)
}

export function keepEmailFollow(username: string, state: EmailFollow | null) {
  const all = readAll()
  if (state) all.set(username.toLowerCase(), state === 'asked' ? Date.now() : state)
  else all.delete(username.toLowerCase())
  kept.write(JSON.stringify(Object.fromEntries(all)))
}

export const forgetEmailFollows = () => kept.write(null)

function readAll(): Map<string, number | 'following'> {
  const all = Object.entries(readStored(kept.read(), isObject) ?? {})
  return new Map(
    all.flatMap(([name, state]) =>
      state === 'following' || isRecent(state) ? [[name, state] as const] : [],
    ),
  )
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isRecent = (time: unknown): time is number =>
  typeof time === 'number' && Math.abs(Date.now() - time) < confirmationLinkMs
