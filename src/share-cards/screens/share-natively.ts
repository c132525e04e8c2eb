export type Shared = {
  title: string
  url: string
  /** The URL of the picture, unless that is at hand. */
  card?: string
}

export const hasShareSheet = () => typeof navigator.share === 'function'

/** Copies the link if there is no share sheet. Returns what is to be said: nothing after a share sheet. */
export async function shareOrCopy(shared: Shared, picture?: File | null): Promise<string> {
  if (await shareNatively(shared, picture)) return ''
  return (await copyText(shared.url)) ? 'The link is copied.' : `Copy this link: ${shared.url}`
}

/** Opens the device's share sheet, with the picture if it takes files. Returns false if there is none or it failed. */
export async function shareNatively(
  { title, url, card }: Shared,
  picture?: File | null,
): Promise<boolean> {
  if (!hasShareSheet()) return false
  try {
    const file = picture ?? (card && sharesPictures() ? (await fetchPicture(card))?.file : null)
    await navigator.share({ title, url, ...(file && sharesPictures() && { files: [file] }) })
    return true
  } catch (error) {
    // Closing the share sheet is no failure.
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

export const sharesPictures = () =>
  hasShareSheet() && navigator.canShare?.({ files: [pictureFile([])] }) === true

/** Null when it cannot be had. It is complete once it will not change any more. */
export async function fetchPicture(card: string) {
  const response = await fetch(card)
  if (!response.ok) return null
  return {
    file: pictureFile([await response.blob()]),
    isComplete: response.headers.get('Cache-Control')?.includes('immutable') === true,
  }
}

const pictureFile = (content: Blob[]) => new File(content, 'picture.jpg', { type: 'image/jpeg' })

/** Returns false where copying is not available, as without https, or not permitted. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
