import { expect } from 'vitest'
import { freePort } from '../scripts/temporary-postgres.ts'
import { countDeliveries } from '../src/delivery/count-deliveries.ts'
import type { DropListItem } from '../src/drops/drops.contract.ts'
import type { Follower } from '../src/follows/follows.contract.ts'
import { findSuppression } from '../src/mail/suppression.ts'
import { addFollowers, saveTracks } from './drop-audience.ts'
import { handOver, reportAbout } from './report-sender.ts'
import { type Client, openTestApp } from './test-app.ts'

/** The app with a door for reports, and members whose drops come back. */
export async function openBounceStage() {
  const port = await freePort()
  const radr = await openTestApp({ BOUNCE_SMTP_PORT: String(port) })
  const { db, clock } = radr.context

  return {
    ...radr,
    port,
    star,
    /** Hands over a sample report about the mail with this return path. */
    bring: async (name: string, path: string) => handOver(port, path, await report(name, path)),
    report,
    suppressionOf: (address: string) => findSuppression(db, address, clock.now()),
    async followerOf(member: Client, address: string) {
      const { body } = await member.call<{ followers: Follower[] }>('GET', '/api/followers')
      return body.followers.find(({ email }) => email === address)
    },
    /** All that a report could change. */
    everything: async () => [
      await db.selectFrom('radr_follows').selectAll().orderBy('id').execute(),
      await db.selectFrom('follower_registry').selectAll().orderBy('id').execute(),
      await db.selectFrom('drop_notifications').selectAll().orderBy('id').execute(),
      await db.selectFrom('suppressed_addresses').selectAll().orderBy('email').execute(),
      await db.selectFrom('mail_events').selectAll().orderBy('id').execute(),
    ],
  }

  /** A sample report about the mail with this return path, which is in the mailbox. */
  function report(name: string, path: string) {
    const mail = radr.mailbox.mails.find(({ from }) => from === path)
    return reportAbout(name, path, mail?.to[0])
  }

  /** A member with followers whose drops can be made one after another. */
  async function star(followers = 1) {
    const member = await radr.member()
    await addFollowers(radr, member.username, followers)
    let drops = 0
    return {
      ...member,
      fan: (n = 1) => `${member.username}-fan${n}@fans.test`,
      /** Drops, waits until all is sent, and answers the mails by the follower's number. */
      async drop() {
        radr.mailbox.clear()
        await saveTracks(member, (drops++ % 2) + 1)
        const { body } = await member.call<DropListItem>('POST', '/api/drops', {})
        const reachable = () => countDeliveries(db, body.id)
        await expect
          .poll(
            async () => {
              const { sent, skipped, audience } = await reachable()
              return audience > 0 && sent + skipped === audience
            },
            { timeout: 10_000, interval: 20 },
          )
          .toBe(true)
        const mailTo = (n = 1) =>
          radr.mailbox.mails.find(({ to }) => to[0] === `${member.username}-fan${n}@fans.test`)
        return { id: body.id, states: reachable, mailTo, path: (n = 1) => mailTo(n)?.from ?? '' }
      },
    }
  }
}
