export const listsPageSize = 10
/** A place in the lists with a track: followers and id of the member before it. */
export const listPositionPattern = /^\d{1,9}-\d{1,9}$/
