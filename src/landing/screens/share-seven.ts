import { useRef, useState } from 'react'
import { shareOrCopy } from '../../share-cards/screens/share-natively.ts'
import type { Row } from '../../tracks/screens/editor/local-edits.ts'
import { readAsDataUrl } from '../../ui/data-url.ts'
import { drawSeven } from './draw-seven.ts'
import { sharedSevenPath } from './shared-seven.ts'

type Seven = { rows: Row[]; tone: string | null; name: string; publicUrl: string }

/** Shares the picture and a link that shows the list above the question; copies the link where there is no share sheet. */
export function useShareSeven({ rows, tone, name, publicUrl }: Seven) {
  const [status, setStatus] = useState('')
  const [picture, setPicture] = useState<string | null>(null)
  const drawn = useRef<{ key: string; file: Promise<File | null> } | null>(null)
  const url = publicUrl + sharedSevenPath(rows.map(row => row.spotify_track_id))
  const key = `${url} ${tone} ${name}`

  /** In advance: browsers open the share sheet only soon after a press. */
  function prepare(): Promise<File | null> {
    if (drawn.current?.key !== key)
      drawn.current = { key, file: drawSeven({ rows, tone, name, site: new URL(publicUrl).host }) }
    return drawn.current.file
  }

  async function share() {
    const file = await prepare()
    const message = await shareOrCopy({ title: 'What are yours?', url }, file)
    setStatus(message)
    setPicture(message && file ? await readAsDataUrl(file) : null)
  }

  return { status, picture, prepare: () => void prepare(), share }
}
