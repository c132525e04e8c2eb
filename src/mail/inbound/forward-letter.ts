import { countAttempt, uncountAttempt } from '../../platform/limits/rate-limit.ts'
import type { MailContext } from '../account-mail.ts'
import { renderMail } from '../layout/render-mail.tsx'
import { feedbackId, type Mail } from '../mail.ts'
import { senderFields } from '../sender-fields.ts'
import { forwardedMail } from './forwarded-mail.tsx'
import { MailRefused } from './inbound-smtp.ts'
import type { Letter } from './parse-letter.ts'

const day = 24 * 60 * 60
/** Mails forwarded for one sender and for all senders, because strangers can write as much as they like. */
const maxPerDay = { person: 10, all: 100 }
const ofAll = 'mail of people'

/** Below the minute after which the inbound server closes an idle connection. */
const sendMs = 40_000

/**
 * Sends what a person wrote on to the operator while the person's mail server waits, so that nothing is stored here. If
 * it throws, that server tries again later. Throws `MailRefused` for what is not forwarded.
 */
export async function forwardLetter(context: MailContext, letter: Letter, operatorEmail: string) {
  const { mailFlow, rateLimiter } = context
  await mailFlow.refresh()
  if (mailFlow.isFailing() || mailFlow.permits(1) === 0)
    throw new Error('Mail is paused, or the mail server is unavailable.')
  const ofPerson = `mail from ${letter.answerTo.toLowerCase()}`
  const isOver =
    (await isLimitReached(context, ofPerson, 'person')) ||
    (await isLimitReached(context, ofAll, 'all'))
  if (isOver) throw new MailRefused(`too much mail today: write to ${operatorEmail}`)
  const outcome = await mailFlow.send('account', compose(context, letter, operatorEmail), {
    slot: rateLimiter.waitForNextSlot,
    signal: AbortSignal.timeout(sendMs),
    isTrial: false,
  })
  if (outcome.kind === 'sent') return
  const reason = 'reason' in outcome ? outcome.reason : outcome.response
  context.log.warn({ outcome: outcome.kind, reason }, 'a mail to the operator was not forwarded')
  if (outcome.kind === 'rejected') throw new MailRefused(`not forwarded: write to ${operatorEmail}`)
  // Its server repeats it, and would use up the day's limits without a mail to the operator.
  if (outcome.kind !== 'unknown')
    for (const subject of [ofPerson, ofAll]) await uncountAttempt(context, subject)
  throw new Error('The mail could not be forwarded yet.')
}

const isLimitReached = async (
  context: MailContext,
  subject: string,
  limit: keyof typeof maxPerDay,
): Promise<boolean> =>
  (await countAttempt(context, subject, { max: maxPerDay[limit], seconds: day })) > 0

/** The operator's answer goes to the person. */
function compose({ config, clock }: MailContext, letter: Letter, operatorEmail: string): Mail {
  const operator = { ...config.operator, repliesTo: letter.answerTo }
  return {
    ...senderFields(
      { ...config, operator },
      { 'Feedback-ID': feedbackId(config.brand, 'forward') },
    ),
    to: { address: operatorEmail },
    ...renderMail(forwardedMail(config.brand, letter), operator),
    messageId: `<forward.${letter.id}@${new URL(config.publicUrl).hostname}>`,
    date: clock.now(),
  }
}
