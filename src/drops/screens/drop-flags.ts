import { browserValue } from '../../members/screens/browser-state.ts'

/** The names and values of the specification. */
const hidden = browserValue('dropButtonHidden')
const successful = browserValue('dropSuccessful')

/** Since when the member's button is hidden. Another member can sign in with the same browser. */
export const dropButtonHiddenSince = (memberKey: string) => {
  const since = browserValue('dropButtonHiddenSince', memberKey)
  return { ...since, read: () => (hidden.read() === 'true' ? since.read() : null) }
}

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
