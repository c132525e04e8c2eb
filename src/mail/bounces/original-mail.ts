import type { MimeMail } from './mime-parts.ts'
import { parseFields } from './parse-field-groups.ts'

/** What a report contains of the mail that it is about. */
export type OriginalMail = { returnPaths: string[]; listUnsubscribe: string }

export function parseOriginalMail({ parts }: MimeMail): OriginalMail {
  const fieldsOf = (type: RegExp) =>
    parseFields(parts.find(part => type.test(part.type))?.text ?? '')
  const feedback = fieldsOf(/^message\/feedback-report$/)
  const original = fieldsOf(/^(message\/(global|rfc822)(-headers)?|text\/rfc822-headers)$/)
  return {
    returnPaths: [
      feedback.get('original-mail-from'),
      feedback.get('return-path'),
      original.get('return-path'),
    ].flatMap(value => value?.replace(/[<>\s]/g, '') || []),
    listUnsubscribe: original.get('list-unsubscribe') ?? '',
  }
}

/** The human-readable part of a report, without the returned mail, which may follow in the same text. */
export function proseIn(mail: MimeMail): string {
  return mail.parts
    .filter(({ type }) => /^(?:text\/plain|multipart\/.*)$/.test(type))
    .filter(({ fields }) => fields === mail.fields || !fields.has('received'))
    .slice(0, maxTexts)
    .map(({ text }) => text.slice(0, 20_000).replaceAll('\r\n', '\n').split(startOfOriginal)[0])
    .join('\n\n')
}

/** Reports have one or two. */
const maxTexts = 5

/** A header field, or a line that introduces the returned mail. */
const startOfOriginal =
  /^(?:(?:return-path|received|dkim-signature|x-received|message-id|mime-version|content-type)[ \t]*:|[^\w\n]*(?:original message|message headers follow|below this line|(?:this|below) is a copy|included is a copy|unsent message|returned message|the header of the original)).*$/im
