import { formatDate, formatNumber, pluralize } from '../../ui/text/format.ts'
import type { Delivery } from '../delivery.schemas.ts'

export type Share = {
  kind: 'sent' | 'waiting' | 'weekly' | 'unknown' | 'failed' | 'skipped'
  count: number
}

/** The states, grouped for the owner; they add up to the audience. Empty groups except `sent` are omitted. */
export function sharesOf({ states }: Delivery): Share[] {
  const all: Share[] = [
    { kind: 'sent', count: states.sent },
    { kind: 'waiting', count: states.pending + states.sending + states.retry },
    { kind: 'weekly', count: states.weekly },
    { kind: 'unknown', count: states.unknown },
    { kind: 'failed', count: states.failed },
    { kind: 'skipped', count: states.skipped },
  ]
  return all.filter(({ kind, count }) => kind === 'sent' || count > 0)
}

/** "128 of 130 sent", "1 waiting", "1 could not be reached". */
export function describeShare({ kind, count }: Share, audience: number): string {
  const number = formatNumber(count)
  if (kind === 'sent') return `${number} of ${formatNumber(audience)} sent`
  return `${number} ${labels[kind]}`
}

/** A sentence for each group but `sent` and `waiting`, for the folded panel of a phone and for the stage of a new drop. */
export function otherLines(delivery: Delivery): string[] {
  const { states, stoppedBy } = delivery
  return sharesOf(delivery).flatMap(share => {
    if (share.kind === 'sent' || share.kind === 'waiting') return []
    // A stopped drop has no weekly mails left but those that are being sent right now.
    if (share.kind === 'weekly' && !stoppedBy)
      return `${pluralize(share.count, 'weekly mail')} will have it on Friday.`
    if (share.kind === 'skipped' && !stoppedBy)
      return `${pluralize(share.count, 'follower')} ${share.count === 1 ? 'gets' : 'get'} no mail, see Details.`
    return `${describeShare(share, states.audience)}.`
  })
}

const labels = {
  waiting: 'waiting',
  weekly: 'in a weekly mail',
  unknown: 'without an answer',
  failed: 'could not be reached',
  skipped: 'without mail',
}

/** The progress of a delivery. It is not over while any mail may still be sent. */
export function phaseOf({ states, isRunning, stoppedBy, serverFailure }: Delivery) {
  if (isRunning) {
    if (stoppedBy) return 'stopping'
    if (serverFailure) return 'waiting'
    return states.pending + states.sending > 0 ? 'sending' : 'waiting'
  }
  if (stoppedBy) return 'stopped'
  if (states.weekly > 0) return 'weekly'
  return states.sent === states.audience ? 'all sent' : 'finished'
}

/** What happens to the remaining mails; empty if there is nothing to say. */
export function describeRemaining(delivery: Delivery): string {
  const { states, serverFailure, stoppedBy } = delivery
  const phase = phaseOf(delivery)
  const stop =
    stoppedBy === 'administrator'
      ? 'An administrator hid you, which stopped this drop.'
      : 'You stopped this drop.'
  if (phase === 'stopped') return `${stop} Whoever had not got it by then did not.`
  if (phase === 'stopping') return `${stop} Mails already handed over cannot be taken back.`
  if (serverFailure) {
    const { since, reply } = serverFailure
    const waiting = states.pending + states.sending + states.retry
    const rest =
      waiting === 0
        ? 'Mails without an answer are tried again'
        : `${pluralize(waiting, 'mail')} ${waiting === 1 ? 'waits' : 'wait'} and will be sent`
    return `The mail server has taken no mail since ${formatDate(since)}, ${since.slice(11, 16)} UTC. It says: “${reply}”. ${rest} once it does.`
  }
  if (states.retry > 0) {
    const [verb, retried] =
      states.retry === 1
        ? ['was', 'It is tried again by itself']
        : ['were', 'They are tried again by themselves']
    return `${pluralize(states.retry, 'mail')} ${verb} put off by the mail server. ${retried}, for up to a day.`
  }
  if (states.weekly > 0)
    return `${pluralize(states.weekly, 'follower')} chose one mail a week, and ${states.weekly === 1 ? 'gets' : 'get'} it on Friday morning.`
  if (phase === 'waiting') return 'Mails without an answer are tried once more.'
  return ''
}

/** The text for screen readers, which changes at every quarter and at the end, not with every mail. */
export function announceProgress(delivery: Delivery): string {
  const { states } = delivery
  const phase = phaseOf(delivery)
  if (phase === 'sending')
    return `Sending, ${Math.floor((4 * states.sent) / states.audience) * 25} % sent`
  const shares = sharesOf(delivery).map(share => describeShare(share, states.audience))
  return `${phaseLabels[phase]}: ${shares.join(', ')}`
}

export const phaseLabels: Record<ReturnType<typeof phaseOf>, string> = {
  sending: 'Sending',
  waiting: 'Still trying',
  stopping: 'Stopping',
  weekly: 'Rest on Friday',
  stopped: 'Stopped',
  'all sent': 'All sent',
  finished: 'Finished',
}
