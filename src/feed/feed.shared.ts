export const feedPageSize = 5
/** What is skipped is read, so pages end; with `before` a feed goes on. */
export const maxFeedPages = 200
/** Members whose number ones make the record of the week. */
export const weekSize = 100
