import { useRef, useState } from 'react'
import type { Row } from '../../tracks/screens/editor/local-edits.ts'
import { drawSeven } from './draw-seven.ts'
import { sharedSevenPath } from './shared-seven.ts'

type Seven = { rows: Row[]; tone: string | null; name: string; publicUrl: string }

/** Shares the picture of a list and the address that has it on top of the question, without a share sheet by copying. */
export function useShareSeven({ rows, tone, name, publicUrl }: Seven) {
  const [status, setStatus] = useState('')
  const [picture, setPicture] = useState<string | null>(null)
  const drawn = useRef<{ of: string; file: Promise<File | null> } | null>(null)
  const url = publicUrl + sharedSevenPath(rows.map(row => row.spotify_track_id))
  const of = `${url} ${tone} ${name}`

  /** In advance: browsers open the share sheet only soon after a press. */
  function prepare(): Promise<File | null> {
    if (drawn.current?.of !== of)
      drawn.current = { of, file: drawSeven({ rows, tone, name, site: new URL(publicUrl).host }) }
    return drawn.current.file
  }

  async function share() {
    const file = await prepare()
    if (typeof navigator.share === 'function' && (await openShareSheet(url, file)))
      return setStatus('')
    setStatus(await copy(url))
    setPicture(file && (await dataUrlOf(file)))
  }

  return { status, picture, prepare: () => void prepare(), share }
}

/** Returns false if it could not be opened. */
async function openShareSheet(url: string, file: File | null): Promise<boolean> {
  const files = file ? [file] : []
  const shared = { title: 'What are yours?', url }
  try {
    await navigator.share(navigator.canShare?.({ files }) ? { ...shared, files } : shared)
    return true
  } catch (error) {
    // Closing the share sheet is no failure.
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

async function copy(url: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(url)
    return 'The link is copied.'
  } catch {
    // Not available without https, or not permitted by the user.
    return `Copy this link: ${url}`
  }
}

/** The content security policy allows pictures in addresses of this kind, and not `blob:`. */
function dataUrlOf(file: File): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
