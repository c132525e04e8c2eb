/** Loads sharp on the first use: it takes 7 to 18 MB of memory, and most processes never read a picture. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // sharp's cache keeps up to 100 operations with the memory of their decoders: ten large JPEGs stay as 1 GB.
  sharp.cache(false)
  return sharp
}
