export type Shared = {
  title: string
  url: string
  card: string
}

export const hasShareSheet = () => typeof navigator.share === 'function'

/** Opens the device's share sheet, with the picture if it takes files. Returns false if there is none or it failed. */
export async function shareNatively({ title, url, card }: Shared): Promise<boolean> {
  if (!hasShareSheet()) return false
  try {
    const files = await findPicture(card)
    await navigator.share({ title, url, ...(files && { files }) })
    return true
  } catch (error) {
    // Closing the share sheet is no failure.
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

async function findPicture(card: string): Promise<File[] | null> {
  if (!navigator.canShare?.({ files: [pictureFile([])] })) return null
  const response = await fetch(card)
  return response.ok ? [pictureFile([await response.blob()])] : null
}

const pictureFile = (content: Blob[]) => new File(content, 'picture.jpg', { type: 'image/jpeg' })
