export const feedPageSize = 5
