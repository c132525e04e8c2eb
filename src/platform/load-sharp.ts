/** Loads sharp on the first use: it takes 7 to 18 MB of memory, and most processes never read a picture. */
export const loadSharp = async () => (await import('sharp')).default
