export const feedPageSize = 5
/** Members whose number ones of the week are played. */
export const weekSize = 100
