import { type DigestMail, digestMail } from '../../src/delivery/digest/digest-mail.tsx'
import type { DigestDrop } from '../../src/delivery/digest/digest-mail-drop.tsx'
import { recordOf } from '../../src/delivery/digest/digest-record.ts'
import { fitDigest, type MailedDrop, renderDrop } from '../../src/delivery/digest/fit-digest.ts'
import { encodeText, newPlaceholders, textOf } from '../../src/mail/composing/mail-merge.ts'
import type { MailOperator } from '../../src/mail/layout/mail-layout.tsx'
import { renderMail } from '../../src/mail/layout/render-mail.tsx'

type SampleDigest = Omit<DigestMail, 'hasRecord'>

export type SampleDrop = DigestDrop & Pick<MailedDrop, 'choicesLink' | 'song'>

/** The frame of a weekly mail, and what is filled in for its drops. */
export function prepareDigest(content: SampleDigest, drops: SampleDrop[], operator: MailOperator) {
  const placeholders = newPlaceholders(
    ...([
      'subject',
      'count',
      'preview',
      'record',
      'drops',
      'stopLinks',
      'textRecord',
      'textDrops',
      'textStopLinks',
    ] as const),
  )
  const mailed = drops.map(drop => ({
    rendered: renderDrop(drop),
    choicesLink: drop.choicesLink,
    song: drop.song,
  }))
  const feedLink = content.feedLink && 'https://radr.test/feed'
  const record = recordOf(mailed, feedLink)
  const template = digestMail({ ...content, hasRecord: record !== null }, placeholders)
  const frame = renderMail(template, operator)
  const frameBytes = encodeText(frame.html + frame.text).encoded.length
  const slots = fitDigest(mailed, { feedLink, record, frameBytes })
  return { frame, placeholders, slots }
}

/** The texts of a weekly mail as its reader sees them. */
export function renderDigest(content: SampleDigest, drops: SampleDrop[], operator: MailOperator) {
  const { frame, placeholders, slots } = prepareDigest(content, drops, operator)
  const names = Object.keys(slots) as (keyof typeof slots)[]
  const fill = (text: string) =>
    names.reduce(
      (filled, name) => filled.replaceAll(placeholders[name], () => textOf(slots[name])),
      text,
    )
  return { subject: fill(frame.subject), html: fill(frame.html), text: fill(frame.text) }
}
