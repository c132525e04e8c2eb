import { expect } from 'vitest'
import { freePort } from '../../scripts/temporary-postgres.ts'
import type { DropListItem } from '../../src/drops/drops.schemas.ts'
import type { Follower } from '../../src/follows/followers/followers.schemas.ts'
import { deliveryOf, memberWithFollowers, saveTracks, statesOf } from '../drop-audience.ts'
import { type Client, openTestApp } from '../test-app.ts'
import { findSuppression } from './find-suppression.ts'
import { readSampleReport, submitMail } from './report-sender.ts'

/** The app with a bounce listener. */
export async function openBounceFixture(settings: Record<string, string> = {}) {
  const port = await freePort()
  const app = await openTestApp({ BOUNCE_SMTP_PORT: String(port), ...settings })
  const { db } = app.context

  return {
    ...app,
    port,
    createMember,
    /** Submits a sample report about a mail in the mailbox; returns the SMTP reply code. */
    report: async (sample: string, returnPath: string) =>
      submitMail(port, returnPath, await sampleReport(sample, returnPath)),
    sampleReport,
    suppressionOf: (address: string) => findSuppression(app.context, address),
    async followerOf(member: Client, address: string) {
      const { body } = await member.call<{ followers: Follower[] }>('GET', '/api/followers')
      return body.followers.find(({ email }) => email === address)
    },
    /** Everything that a report can change. A scheduled job writes `last_drop_email`. */
    snapshot: async () => [
      (await db.selectFrom('radr_follows').selectAll().orderBy('id').execute()).map(
        ({ last_drop_email: _, ...follow }) => follow,
      ),
      await db.selectFrom('follower_registry').selectAll().orderBy('id').execute(),
      await db.selectFrom('drop_notifications').selectAll().orderBy('id').execute(),
      await db.selectFrom('suppressed_addresses').selectAll().orderBy('email').execute(),
      await db.selectFrom('mail_events').selectAll().orderBy('id').execute(),
    ],
  }

  function sampleReport(name: string, returnPath: string) {
    const mail = app.mailbox.mails.find(({ from }) => from === returnPath)
    return readSampleReport(name, returnPath, mail?.to[0])
  }

  /** A member who can drop repeatedly. */
  async function createMember(followers = 1) {
    const member = await memberWithFollowers(app, followers)
    let drops = 0
    return {
      ...member,
      startDrop,
      /** Drops and waits until no mail is pending. */
      async drop() {
        const drop = await startDrop()
        const isRunning = async () => (await drop.delivery()).isRunning
        await expect.poll(isRunning).toBe(false)
        return drop
      },
    }

    async function startDrop() {
      app.mailbox.clear()
      await saveTracks(member, (drops++ % 2) + 1)
      const { status, body } = await member.call<DropListItem>('POST', '/api/drops', {})
      expect(status).toBe(201)
      const mailTo = (n = 1) => app.mailbox.mails.find(({ to }) => to[0] === member.follower(n))
      return {
        id: body.id,
        delivery: () => deliveryOf(member, body.drop_number),
        states: () => statesOf(member, body.drop_number),
        mailTo,
        returnPath: (n = 1) => mailTo(n)?.from ?? '',
      }
    }
  }
}
