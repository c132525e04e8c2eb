export const maxReason = 500
