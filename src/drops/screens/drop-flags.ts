import { browserValue } from '../../members/screens/browser-state.ts'

// The specification names these two with their values. That the button is hidden for one member, and since when, is a
// third value, and `read` below asks both: all values of the browser report a change of any.
const hidden = browserValue('dropButtonHidden')
const successful = browserValue('dropSuccessful')

/** Since when the member's button is hidden. Another member can sign in with the same browser. */
export const dropButtonHiddenSince = (memberKey: string) => {
  const since = browserValue('dropButtonHiddenSince', memberKey)
  return { ...since, read: () => (hidden.read() === 'true' ? timeOf(since.read()) : null) }
}

/** Null for what is no time of the server: the button would stay hidden. */
const timeOf = (text: string | null) =>
  text !== null && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && Date.parse(text) <= Date.now() + dayMs
    ? text
    : null

/** Largest difference allowed between the clocks of browser and server. */
const dayMs = 24 * 3_600_000

export function hideDropButton(memberKey: string, since: string) {
  dropButtonHiddenSince(memberKey).write(since)
  hidden.write('true')
}

export function showDropButton(memberKey: string) {
  hidden.write(null)
  dropButtonHiddenSince(memberKey).write(null)
}

export const setDropSuccessful = () => successful.write('true')

/** Whether there was a drop since the last call; resets the flag. */
export function takeDropSuccessful(): boolean {
  const isSet = successful.read() === 'true'
  if (isSet) successful.write('false')
  return isSet
}
