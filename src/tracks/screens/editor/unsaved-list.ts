import { browserValue } from '../../../members/screens/browser-state.ts'

/**
 * The unsaved edits of a member, or of `nobody`, as JSON. Increment the number when `Edits` changes, so that edits
 * stored by an earlier version are ignored.
 */
export const unsavedList = (memberKey: string) => browserValue('unsavedList1', memberKey)
