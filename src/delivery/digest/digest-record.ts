import { LRUCache } from 'lru-cache'
import { type EncodedText, encodeText } from '../../mail/composing/mail-merge.ts'
import { shorten } from '../../platform/text/shorten.shared.ts'
import { type MailedCover, titleAndArtist } from '../../tracks/list-mail-covers.tsx'
import { minRecordTracks, pressRecord } from '../../tracks/week-record.shared.ts'
import type { DigestSlots } from './digest-mail.tsx'
import { renderRecord } from './digest-mail-record.tsx'

export type RecordSlots = Pick<DigestSlots<EncodedText[]>, 'record' | 'textRecord'>

/** Caches records, because many readers follow the same members. */
const records = new LRUCache<string, RecordSlots>({ max: 500 })

type NumberOne = { rendered: { username: string; numberOne: MailedCover | undefined } }

/** The record of the week; null where the drops are too few. `weekLink` plays it, for a recipient with an account. */
export function recordOf(drops: NumberOne[], weekLink: string | null): RecordSlots | null {
  // The last drop of each member, where mail was paused for weeks.
  const newest = new Map(drops.map(({ rendered }) => [rendered.username, rendered.numberOne]))
  const numberOnes = [...newest.values()].filter(track => track !== undefined)
  const groups = pressRecord(numberOnes, track => track.spotify_track_id)
  if (groups.length < minRecordTracks) return null
  const record = { tracks: groups.map(([track]) => track), people: groups.flat().length }
  const key = JSON.stringify([record, weekLink])
  const known = records.get(key)
  if (known) return known
  const { html, text } = renderRecord(record, weekLink)
  const made = { record: [encodeText(html)], textRecord: [encodeText(`${text}\n\n`)] }
  records.set(key, made)
  return made
}

/** Pictures have their names in words, which count as bytes. */
export const named = (track: MailedCover): MailedCover => ({
  ...track,
  title: shorten(titleAndArtist(track), 60),
  artist: null,
})
