import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'

/** The files of a zip by their names. */
export async function unzip(zip: Uint8Array): Promise<Map<string, Buffer>> {
  const file = await fromBufferPromise(Buffer.from(zip))
  const files = new Map<string, Buffer>()
  for await (const entry of file.eachEntry())
    files.set(entry.fileName, await buffer(await file.openReadStreamPromise(entry)))
  return files
}

export async function zipOf(files: Iterable<[name: string, content: string | Buffer]>) {
  const zip = new ZipFile()
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}
