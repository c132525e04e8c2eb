import { browserValue, nobody } from '../../../members/screens/browser-state.ts'
import { useStore } from '../../../ui/create-store.ts'
import { readStored } from '../../../ui/forms/stored-json.ts'
import { confirmationLinkMs } from '../../confirmation/confirmation-link.shared.ts'

/** `asked`: a mail to confirm it was requested, whose link still works. */
export type EmailFollow = 'asked' | 'following'

/** `since` is the time, in milliseconds, when the mail was requested. The email is the one that was typed here. */
type Kept = { since: number | 'following'; email: string | undefined }

// JSON by usernames in lower case, the latest last: the pair of `Kept`, or its first part alone where no email was
// typed. The server does not know which emails a browser follows with.
const kept = browserValue('emailFollows', nobody)

/** What a visitor did in this browser. Other browsers and mail programs may have changed it since. */
export function useEmailFollow(username: string): EmailFollow | null {
  return useStore({ ...kept, read: () => emailFollowOf(username), serverValue: null })
}

export function emailFollowOf(username: string): EmailFollow | null {
  const since = readAll().get(username.toLowerCase())?.since
  return typeof since === 'number' ? 'asked' : (since ?? null)
}

/** The address that the mail for this member went to, or the latest of this browser; empty without one. */
export function emailTyped(username: string): string {
  const all = readAll()
  const own = all.get(username.toLowerCase())?.email
  return own ?? [...all.values()].findLast(({ email }) => email)?.email ?? ''
}

/** Without an address, the one that was typed before stays. */
export function keepEmailFollow(username: string, state: EmailFollow | null, typed?: string) {
  const all = readAll()
  const name = username.toLowerCase()
  const email = typed ?? all.get(name)?.email
  all.delete(name)
  if (state) all.set(name, { since: state === 'asked' ? Date.now() : state, email })
  const entries = [...all].map(([name, { since, email }]) => [name, email ? [since, email] : since])
  kept.write(JSON.stringify(Object.fromEntries(entries)))
}

export const forgetEmailFollows = () => kept.write(null)

function readAll(): Map<string, Kept> {
  const all = Object.entries(readStored(kept.read(), isObject) ?? {})
  return new Map(
    all.flatMap(([name, value]): [string, Kept][] => {
      const [since, email]: unknown[] = Array.isArray(value) ? value : [value]
      if (since !== 'following' && !isRecent(since)) return []
      return [[name, { since, email: typeof email === 'string' ? email : undefined }]]
    }),
  )
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isRecent = (time: unknown): time is number =>
  typeof time === 'number' && Math.abs(Date.now() - time) < confirmationLinkMs
