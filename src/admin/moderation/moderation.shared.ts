/** Characters of a reason. */
export const maxReason = 500
