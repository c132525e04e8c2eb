export const maxTracks = 7

/** What a member's list is called where nobody else has named it. */
export const listName = (username: string): string => `@${username}’s seven`
