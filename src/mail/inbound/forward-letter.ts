import { networkOf } from '../../platform/limits/client-address.ts'
import { isPrivate } from '../../platform/limits/look-up-public.ts'
import { countAttempt, uncountAttempt } from '../../platform/limits/rate-limit.ts'
import type { MailContext } from '../define-mail.ts'
import { renderMail } from '../layout/render-mail.tsx'
import type { Mail } from '../mail.ts'
import { mailFields } from '../mail-fields.ts'
import { forwardedMail } from './forwarded-mail.tsx'
import { clientOf, MailRefused } from './inbound-smtp.ts'
import type { Letter } from './parse-letter.ts'

const day = 24 * 60 * 60
/**
 * Mails forwarded for one client, for one sender at a client, and for all, because strangers can write as much as they
 * like, in anybody's name.
 */
const maxPerDay = { client: 25, person: 10, all: 100 }

/** Below the minute after which the inbound server closes an idle connection. */
const sendMs = 40_000

/**
 * Sends what a person wrote on to the operator while the person's mail server waits, so that nothing is stored here. If
 * it throws, that server tries again later. Throws `MailRefused` for what is not forwarded.
 */
export async function forwardLetter(
  context: MailContext,
  letter: Letter,
  { to: operatorEmail, ip }: { to: string; ip: string },
) {
  const { mailFlow, rateLimiter } = context
  await mailFlow.refresh()
  if (mailFlow.isFailing() || mailFlow.permits(1) === 0)
    throw new Error('Mail is paused, or the mail server is unavailable.')
  const counted = limitsOf(letter, ip)
  for (const { subject, max } of counted)
    if ((await countAttempt(context, subject, { max, seconds: day })) > 0)
      throw new MailRefused(`too much mail today: write to ${operatorEmail}`)
  const outcome = await mailFlow.send('forward', compose(context, letter, operatorEmail), {
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
    for (const { subject } of counted) await uncountAttempt(context, subject)
  throw new Error('The mail could not be forwarded yet.')
}

/** In an order in which who is over a limit uses up none of others. */
function limitsOf({ answerTo }: Letter, ip: string) {
  const client = clientOf(ip)
  const network = networkOf(ip).replace(/\/64$/, '')
  return [
    // A mail server of the operator's passes on the mail of everybody.
    ...(isPrivate(network) ? [] : [{ subject: `mail of ${client}`, max: maxPerDay.client }]),
    { subject: `mail from ${answerTo.toLowerCase()} of ${client}`, max: maxPerDay.person },
    { subject: 'mail of people', max: maxPerDay.all },
  ]
}

/** The operator's answer goes to the person. */
function compose({ config, clock }: MailContext, letter: Letter, operatorEmail: string): Mail {
  const operator = { ...config.operator, repliesTo: letter.answerTo }
  return {
    ...mailFields({ ...config, operator }, 'forward'),
    to: { address: operatorEmail },
    ...renderMail(forwardedMail(config.brand, letter), operator),
    messageId: `<forward.${letter.id}@${new URL(config.publicUrl).hostname}>`,
    date: clock.now(),
  }
}
