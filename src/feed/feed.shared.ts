export const feedPageSize = 5
/** Members on the page of the week. */
export const weekSize = 100
