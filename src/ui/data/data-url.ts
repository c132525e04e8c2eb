/** The content security policy allows pictures at such addresses, and not at those of `blob:`. */
export function readAsDataUrl(file: Blob): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('Failed to process the image'))
    reader.readAsDataURL(file)
  })
}
