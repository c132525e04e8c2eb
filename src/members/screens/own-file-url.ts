/**
 * The URL of a file to download, for the member whose page has the link alone. A link cannot send `X-Member` as calls do, so
 * `refuseOtherMember` (`members/member-key.ts`) reads the key from the query.
 */
export const ownFileUrl = (path: string, memberKey: string) => `${path}?member=${memberKey}`
