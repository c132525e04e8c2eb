import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Delivery } from '../src/delivery/delivery.schemas.ts'
import type { Context } from '../src/platform/context.ts'
import type { ReceivedMail } from './mailbox.ts'
import type { Client } from './test-app.ts'

const trackIds = ['4uLU6hMCjMI75M1A2tKUQC', '7ouMYWpwJ422jRcDASZB7P', '0VjIjW4GlUZAMYd2vXMi3b']

/** Replaces a member's list by `count` tracks, in another order or number than before. */
export async function saveTracks(member: Client, count = 1) {
  const { body } = await member.call<{ id: number }[]>('GET', '/api/tracks')
  for (const { id } of body) await member.call('DELETE', `/api/tracks/${id}`)
  for (const id of trackIds.slice(0, count)) {
    await member.call('POST', '/api/tracks', { spotifyUrl: `https://open.spotify.com/track/${id}` })
  }
}

/** Drops a member's list and returns how many recipients are in which state once all mails are sent. */
export async function dropAndDeliver(member: Client) {
  const { status, body } = await member.call<{ drop_number: number }>('POST', '/api/drops', {})
  expect(status).toBe(201)
  const delivery = async () =>
    (await member.call<Delivery>('GET', `/api/drops/${body.drop_number}/delivery`)).body
  await expect.poll(async () => (await delivery()).isRunning, { timeout: 10_000 }).toBe(false)
  return (await delivery()).states
}

/** Gives a member `count` confirmed followers by mail, `fan1@fans.test` and so on, all at once. */
export async function addFollowers(
  { context: { db, clock } }: { context: Pick<Context, 'db' | 'clock'> },
  username: string,
  count: number,
) {
  const since = new Date(clock.now().getTime() - 1000)
  await sql`
    with fans as (
      insert into follower_registry (email)
      select ${username} || '-fan' || n || '@fans.test' from generate_series(1, ${count}::int) n
      returning id
    )
    insert into radr_follows (registry_id, radr_user_id, verified, last_subscription_date, created_at)
    select fans.id, users.id, true, ${since}::timestamptz, ${since}::timestamptz
    from fans, users where lower(username) = lower(${username})
  `.execute(db)
}

/** The address that a mail's plain text offers after a word such as Confirm. */
export function linkIn(mail: ReceivedMail | undefined, word: string): URL {
  const found = new RegExp(`${word}: (\\S+)`).exec(mail?.parsed.text ?? '')?.[1]
  if (!found) throw new Error(`The mail has no link to ${word}: ${mail?.parsed.text}`)
  return new URL(found)
}
