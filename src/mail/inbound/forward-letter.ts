import { isPrivate } from '../../platform/http/look-up-public.ts'
import { networkOf } from '../../platform/limits/client-ip.ts'
import { type CountedLimit, giveBack, mailbox, take } from '../../platform/limits/limits.ts'
import type { MailContext } from '../define-mail.ts'
import { renderMail } from '../layout/render-mail.tsx'
import type { Mail } from '../mail.ts'
import { mailFields } from '../mail-fields.ts'
import { forwardedMail } from './forwarded-mail.tsx'
import { clientOf, MailRefused } from './inbound-smtp.ts'
import type { Letter } from './parse-letter.ts'

/**
 * Mails forwarded for one client, for one sender at a client, and for all, because strangers can write as much as they
 * like, in anybody's name.
 */
const maxPerDay = { client: 25, person: 10, all: 100 }

/** Shorter than the minute after which the inbound server closes an idle connection. */
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
  const counted = forwardLimits(letter, ip)
  if ((await take(context, counted)) > 0)
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
  // The person's server repeats the mail, and would use up the day's limits without a mail to the operator.
  if (outcome.kind !== 'unknown') await giveBack(context, counted)
  throw new Error('The mail could not be forwarded yet.')
}

function forwardLimits({ answerTo }: Letter, ip: string): CountedLimit[] {
  const client = `ip:${clientOf(ip)}` as const
  const network = networkOf(ip).replace(/\/64$/, '')
  const forwarding = { what: 'forward mail', seconds: 24 * 60 * 60 }
  return [
    // A mail server of the operator's passes on the mail of everybody.
    ...(isPrivate(network) ? [] : [{ ...forwarding, max: maxPerDay.client, who: [client] }]),
    { ...forwarding, max: maxPerDay.person, who: [mailbox(answerTo), client] },
    { ...forwarding, max: maxPerDay.all, who: [] },
  ]
}

/** The operator's reply goes to the person. */
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
