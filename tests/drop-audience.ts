import { sql } from 'kysely'
import { expect } from 'vitest'
import type { getDelivery } from '../src/delivery/delivery.schemas.ts'
import type { Context } from '../src/platform/context.ts'
import type { Queryable } from '../src/platform/database.ts'
import type { ResponseOf } from '../src/platform/http/endpoint.shared.ts'
import type { ReceivedMail } from './mailbox.ts'
import { follow } from './member-actions.ts'
import type { Client, TestApp } from './test-app.ts'

/** A member with a saved list and confirmed followers by mail. */
export async function memberWithFollowers(app: TestApp, followers: number) {
  const member = await app.member()
  await saveTracks(member)
  await addFollowers(app, member.username, followers)
  return {
    ...member,
    /** The email of a follower, numbered from 1. */
    follower: (n = 1) => `${member.username}-fan${n}@fans.test`,
    /** Followers who got a mail, in the order of arrival. */
    reached: () =>
      app.mailbox.mails.flatMap(({ to }) => to).filter(to => to.startsWith(`${member.username}-`)),
  }
}

/** A member with a saved list whom these members follow. */
export async function memberFollowedBy(app: TestApp, ...fans: Client[]) {
  const member = await memberWithFollowers(app, 0)
  for (const fan of fans) await follow(fan, member)
  return member
}

const trackIds = ['4uLU6hMCjMI75M1A2tKUQC', '7ouMYWpwJ422jRcDASZB7P', '0VjIjW4GlUZAMYd2vXMi3b']

/** Replaces a member's list with `count` tracks. */
export async function saveTracks(member: Client, count = 1) {
  const { body } = await member.call<{ id: number }[]>('GET', '/api/tracks')
  for (const { id } of body) await member.call('DELETE', `/api/tracks/${id}`)
  for (const id of trackIds.slice(0, count)) {
    const spotifyUrl = `https://open.spotify.com/track/${id}`
    expect((await member.call('POST', '/api/tracks', { spotifyUrl })).status).toBe(201)
  }
}

/** Drops a member's list and returns the number of recipients in each state once no mail is pending. */
export async function dropAndDeliver(member: Client, note: string | null = null) {
  const { status, body } = await member.call<{ drop_number: number }>('POST', '/api/drops', {
    note,
  })
  expect(status).toBe(201)
  await expect.poll(() => deliveryOf(member, body.drop_number)).toMatchObject({ isRunning: false })
  return statesOf(member, body.drop_number)
}

/** What a member sees of the delivery of a drop. The states add up to the audience every time. */
export async function deliveryOf(member: Client, dropNumber = 1, query = '') {
  const path = `/api/drops/${dropNumber}/delivery${query}`
  const { body } = await member.call<ResponseOf<typeof getDelivery>>('GET', path)
  const { audience, ...counts } = body.states
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(audience)
  return body
}

export const statesOf = async (member: Client, dropNumber = 1) =>
  (await deliveryOf(member, dropNumber)).states

/** Adds `count` confirmed followers by mail, with the emails `<username>-fan1@fans.test` and so on. */
export async function addFollowers(
  { context: { db, clock } }: { context: Pick<Context, 'clock'> & { db: Queryable } },
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
    insert into radr_follows (registry_id, radr_user_id, state, last_subscription_date, created_at)
    select fans.id, users.id, 'following', ${since}::timestamptz, ${since}::timestamptz
    from fans, users where lower(username) = lower(${username})
  `.execute(db)
}

/** The link that follows a label such as `Confirm` in the plain text part. */
export function linkIn(mail: ReceivedMail | undefined, label: string): URL {
  const found = new RegExp(`${label}: (\\S+)`).exec(mail?.parsed.text ?? '')?.[1]
  if (!found) throw new Error(`The mail has no link with the label ${label}: ${mail?.parsed.text}`)
  return new URL(found)
}

/** The return path of the newest drop mail to an email; empty without one. The mail that confirms an account has none. */
export function returnPathOf(app: Pick<TestApp, 'mailbox'>, email: string): string {
  const isDrop = ({ to, from }: { to: string[]; from: string }) =>
    to[0] === email && from.startsWith('bounce+')
  return app.mailbox.mails.find(isDrop)?.from ?? ''
}
