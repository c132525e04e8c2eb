import { beforeEach, describe, expect, test } from 'vitest'
import { drainQueue } from '../../../tests/drain-queue.ts'
import { dropAndDeliver, saveTracks } from '../../../tests/drop-audience.ts'
import { mailedToken } from '../../../tests/mailed-token.ts'
import { follow, followByEmail, followersOf } from '../../../tests/member-actions.ts'
import { setHiddenReason } from '../../../tests/member-lists.ts'
import { hour, type Member, openTestApp } from '../../../tests/test-app.ts'
import { suppress } from '../../mail/mailboxes/suppression.ts'
import { setEmailConfirmed } from '../../members/email/set-email-confirmed.ts'
import { accountParts } from '../../operations/account-parts.ts'
import type { BlockedFollower } from './followers.schemas.ts'

const app = await openTestApp()
beforeEach(() => app.mailbox.clear())

const countOf = async ({ username }: Member) => {
  const path = `/api/users/${username}/followers-count`
  const { body } = await app.visitor().call<{ followerCount: number }>('GET', path)
  return body.followerCount
}
const blockedBy = async (member: Member) =>
  (
    await member.call<{ blocked: BlockedFollower[]; total: number }>(
      'GET',
      '/api/blocked-followers',
    )
  ).body

/** The id of the member's only follower. */
async function onlyFollower(member: Member): Promise<number> {
  const followers = await followersOf(member)
  expect(followers).toHaveLength(1)
  return followers[0]?.id ?? 0
}
const remove = (member: Member, id: number) => member.call('DELETE', `/api/followers/${id}`)
const block = (member: Member, id: number) => member.call('POST', `/api/followers/${id}/block`)
const unblock = (member: Member, id: number) =>
  member.call('DELETE', `/api/blocked-followers/${id}`)

async function confirmAddress({ id }: Member) {
  const { db, clock } = app.context
  await db.transaction().execute(trx => setEmailConfirmed({ accountParts }, trx, id, clock.now()))
}

describe('A removed follower', () => {
  test('leaves the list and the count, and can follow again', async () => {
    const [star, fan] = [await app.member(), await app.member()]
    await follow(fan, star)
    const id = await onlyFollower(star)
    expect((await remove(star, id)).status).toBe(204)
    expect(await followersOf(star)).toEqual([])
    expect(await countOf(star)).toBe(0)
    const path = `/api/users/${star.username}/is-following`
    expect((await fan.call('GET', path)).body).toEqual({ isFollowing: false })
    expect((await remove(star, id)).status).toBe(204)
    expect((await follow(fan, star)).body).toEqual({ status: 'following', followerCount: 1 })
    expect(await followersOf(star)).toHaveLength(1)
  })

  test('by email follows again by confirming a new mail, while a mail sent before stops working', async () => {
    const star = await app.member()
    const email = 'again@mail.test'
    await follow(app.visitor(), star, email)
    const old = await mailedToken(app, email, '/follow/confirm')
    await remove(star, await onlyFollower(star))
    const confirm = (token: string) => app.visitor().call('POST', '/api/follows/confirm', { token })
    expect((await confirm(old)).status).toBe(400)
    app.pass(2 * hour)
    await follow(app.visitor(), star, email)
    const token = await mailedToken(app, email, '/follow/confirm', { count: 2 })
    expect(await followersOf(star)).toEqual([])
    expect((await confirm(token)).status).toBe(200)
    expect(await followersOf(star)).toEqual([expect.objectContaining({ email, verified: true })])
  })

  test('is one of the member’s own, and stays as they are for anybody else', async () => {
    const [star, fan, other] = [await app.member(), await app.member(), await app.member()]
    await follow(fan, star)
    const id = await onlyFollower(star)
    for (const response of [
      await remove(other, id),
      await block(other, id),
      await unblock(star, id),
    ])
      expect(response.status).toBe(404)
    expect((await remove(star, 999_999_999)).status).toBe(404)
    expect((await star.call('DELETE', '/api/followers/one')).status).toBe(400)
    expect(await countOf(star)).toBe(1)
  })
})

describe('A blocked follower', () => {
  test('who is a member cannot follow again until they are unblocked', async () => {
    const [star, fan] = [await app.member(), await app.member()]
    await follow(fan, star)
    const id = await onlyFollower(star)
    for (const _time of [1, 2]) expect((await block(star, id)).status).toBe(204)
    expect(await countOf(star)).toBe(0)
    expect(await followersOf(star)).toEqual([])
    const refused = await follow(fan, star)
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ code: 'follow_refused' })
    expect(await blockedBy(star)).toEqual({
      blocked: [{ id, username: fan.username, email: null, blocked_at: expect.any(String) }],
      total: 1,
    })
    expect((await unblock(star, id)).status).toBe(204)
    expect(await blockedBy(star)).toEqual({ blocked: [], total: 0 })
    expect(await countOf(star)).toBe(0)
    expect((await follow(fan, star)).status).toBe(201)
  })

  test('by email gets the response of any request, and no mail', async () => {
    const star = await app.member()
    const email = 'blocked@mail.test'
    const first = await follow(app.visitor(), star, email)
    const old = await mailedToken(app, email, '/follow/confirm')
    await block(star, await onlyFollower(star))
    expect((await app.visitor().call('POST', '/api/follows/confirm', { token: old })).status).toBe(
      400,
    )
    app.pass(2 * hour)
    app.mailbox.clear()
    const again = await follow(app.visitor(), star, email.toUpperCase())
    expect([again.status, again.body]).toEqual([first.status, first.body])
    await drainQueue(app, 'confirm-follow')
    expect(app.mailbox.mails.filter(({ to }) => to[0]?.toLowerCase() === email)).toEqual([])
    expect((await follow(app.visitor(), star, email)).status).toBe(429)
    expect((await blockedBy(star)).blocked).toMatchObject([{ email, username: null }])
  })

  test('by email gets nothing by a new account of that email, and cannot follow once it is confirmed', async () => {
    const star = await app.member()
    const username = 'came-back'
    await follow(app.visitor(), star, `${username}@mail.test`)
    await block(star, await onlyFollower(star))
    const account = await app.member(username)
    expect((await follow(account, star)).status).toBe(201)
    await saveTracks(star, 1)
    expect(await dropAndDeliver(star)).toMatchObject({ sent: 0, skipped: 1 })
    await confirmAddress(account)
    expect((await follow(account, star)).status).toBe(403)
    expect(await countOf(star)).toBe(0)
  })

  test('whose account is hidden is an email without a name, like in the list of followers and of undelivered mails', async () => {
    const [star, fan] = [await app.member(), await app.member()]
    await confirmAddress(fan)
    await follow(fan, star)
    await setHiddenReason(app.context.db, fan.username, 'spam')
    expect(await followersOf(star)).toMatchObject([{ email: fan.email, username: null }])
    await suppress(app.context.db, fan.email, 'hard', '')
    await saveTracks(star, 1)
    expect(await dropAndDeliver(star)).toMatchObject({ skipped: 1 })
    const { body } = await star.call('GET', '/api/drops/1/delivery')
    expect(body).toMatchObject({ undelivered: [{ email: fan.email, username: null }] })
    await block(star, await onlyFollower(star))
    expect((await blockedBy(star)).blocked).toMatchObject([{ email: fan.email, username: null }])
  })

  test('is listed once when both their account and their email were blocked before they were joined', async () => {
    const [star, fan] = [await app.member(), await app.member()]
    await follow(fan, star)
    await block(star, await onlyFollower(star))
    await follow(app.visitor(), star, fan.email)
    await block(star, await onlyFollower(star))
    expect((await blockedBy(star)).total).toBe(2)
    await confirmAddress(fan)
    const { blocked, total } = await blockedBy(star)
    expect([blocked.length, total]).toEqual([1, 1])
    await unblock(star, blocked[0]?.id ?? 0)
    expect((await follow(fan, star)).status).toBe(201)
  })

  test('stays blocked when their account is joined with a later follow by their email', async () => {
    const [star, fan] = [await app.member(), await app.member()]
    await follow(fan, star)
    await block(star, await onlyFollower(star))
    await followByEmail(app, star, fan.email)
    expect(await countOf(star)).toBe(1)
    await confirmAddress(fan)
    expect(await countOf(star)).toBe(0)
    expect((await follow(fan, star)).status).toBe(403)
  })

  test('never follows afterwards, when both happen at the same time', async () => {
    const [star, fan] = [await app.member(), await app.member()]
    await follow(fan, star)
    const id = await onlyFollower(star)
    for (let round = 0; round < 5; round++) {
      await remove(star, id)
      await Promise.all([follow(fan, star), block(star, id), follow(fan, star)])
      expect(await countOf(star)).toBe(0)
      await unblock(star, id)
    }
  })
})

test('The file of followers has a row for each on the list, in the encoding that spreadsheets expect', async () => {
  const [star, fan, gone] = [await app.member(), await app.member(), await app.member()]
  await follow(fan, star)
  await follow(app.visitor(), star, '+formula@mail.test')
  await follow(gone, star)
  const listed = await followersOf(star)
  await block(star, listed.find(({ email }) => email === gone.email)?.id ?? 0)
  const { response, status } = await star.call('GET', '/api/followers.csv')
  expect(status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="followers-\w+-\d{4}-\d\d-\d\d\.csv"$/,
  )
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [head, ...rows] = new TextDecoder().decode(bytes).split('\r\n')
  expect(head).toBe(
    'Email,Username,Status,Asked to follow,Following since,Unsubscribed,Mail bounces',
  )
  expect(rows.map(row => row.split(',').slice(0, 3))).toEqual([
    [fan.email, fan.username, 'Verified'],
    ["'+formula@mail.test", '', 'Pending'],
    [''],
  ])
})
