// URLs of covers begin with their size: the documented example for 300 pixels has "ab67616d00001e02". Others
// stay as they are.
const small = 'ab67616d00001e02'
const large = 'ab67616d0000b273'

/** The URL of a cover with 300 pixels, which is enough for rows. */
export const smallCover = (url: string) => url.replace(`/image/${large}`, `/image/${small}`)

/** The same with 640 pixels. */
export const largeCover = (url: string) => url.replace(`/image/${small}`, `/image/${large}`)
