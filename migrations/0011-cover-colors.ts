/** The main color of a cover, of which the app makes a page's colors. It replaces `tone`, which the release before reads. */
export const statements = ['alter table track_details add column color text']
