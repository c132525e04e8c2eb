import { htmlText } from './html-text.ts'
import type { MimeMail } from './mime-parts.ts'

/** The human-readable part of a report, without the returned mail, which may follow in the same text. */
export function proseIn(mail: MimeMail): string {
  const texts = mail.parts
    .filter(
      ({ type, text }) => text !== '' && /^(?:text\/(?:plain|html)|multipart\/.*)$/.test(type),
    )
    // Another part with the fields of a mail is the returned one, without a type of its own.
    .filter(({ fields }) => fields === mail.fields || !fields.has('received'))
  const hasPlain = texts.some(({ type, isAlternative }) => isAlternative && type === 'text/plain')
  return texts
    .filter(({ type, isAlternative }) => type !== 'text/html' || !isAlternative || !hasPlain)
    .slice(0, maxTexts)
    .map(({ type, text }) => {
      const start = text.slice(0, maxLength)
      return (type === 'text/html' ? htmlText(start) : start).split(startOfOriginal)[0]
    })
    .join('\n\n')
}

const maxTexts = 5
const maxLength = 20_000

const startOfOriginal =
  /^(?:(?:return-path|received|dkim-signature|x-received|message-id|mime-version|content-type)[ \t]*:|[^\w\n]*(?:original message|message headers follow|below this line|(?:this|below) is a copy|included is a copy|unsent message|returned message|the header of the original)).*$/im
