import { afterEach, expect, test, vi } from 'vitest'
import { readPicture } from './avatar-image.ts'

afterEach(() => vi.unstubAllGlobals())

class Reader {
  result = ''
  onload = () => {}
  readAsDataURL({ type }: Blob) {
    this.result = `data:${type}`
    this.onload()
  }
}

test.each([
  [200, 'image/jpeg', 'data:image/jpeg'],
  [503, 'text/html', null],
])(
  'Undo has the picture that was removed, and no page of an error: %s',
  async (status, type, read) => {
    vi.stubGlobal('FileReader', Reader)
    const headers = { 'Content-Type': type }
    vi.stubGlobal('fetch', async () => new Response('…', { status, headers }))
    expect(await readPicture('/avatars/1.jpg')).toBe(read)
  },
)
