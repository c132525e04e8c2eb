import { expect } from 'vitest'
import type { Follower } from '../src/follows/followers/followers.schemas.ts'
import { drainQueue } from './drain-queue.ts'
import { mailedToken } from './mailed-token.ts'
import type { Client, Member, TestApp } from './test-app.ts'

type Named = { username: string }
type App = Pick<TestApp, 'mailbox' | 'visitor'>

/** Requests an account; a client that gets it is signed in. */
export const register = (who: Client, username: string) =>
  who.call('POST', '/api/register', {
    username,
    email: `${username}@mail.test`,
    password: 'correct horse',
  })

/** A new member, signed in, whose email is confirmed. */
export async function confirmedMember(app: Pick<TestApp, 'member' | 'context'>) {
  const member = await app.member()
  const { db, clock } = app.context
  await db
    .updateTable('users')
    .set({ email_confirmed_at: clock.now() })
    .where('id', '=', member.id)
    .execute()
  return member
}

/** Follows a member by one click, or with an email by a request of a visitor. */
export const follow = (who: Client, { username }: Named, email?: string) =>
  who.call('POST', `/api/users/${username}/followers`, { email })

/** A visitor requests to follow by email, and confirms it by the mailed link. */
export async function followByEmail(app: App, star: Named, email: string) {
  expect((await follow(app.visitor(), star, email)).status).toBe(202)
  const token = await mailedToken(app, email, '/follow/confirm', { words: star.username })
  expect((await app.visitor().call('POST', '/api/follows/confirm', { token })).status).toBe(200)
}

/** The first page of a member's list of followers. */
export async function followersOf(member: Client): Promise<Follower[]> {
  const { body } = await member.call<{ followers: Follower[] }>('GET', '/api/followers')
  return body.followers
}

/** Posts to the URL of a List-Unsubscribe header as a mail program does at one click. */
export const clickOnce = (app: Pick<TestApp, 'visitor'>, path: string) =>
  app.visitor().call('POST', path, 'List-Unsubscribe=One-Click', {
    origin: 'https://mail.example',
    'content-type': 'application/x-www-form-urlencoded',
  })

/** Confirms the email of an account by the mailed link. */
export async function confirmEmail(app: App, { email }: Pick<Member, 'email'>) {
  const token = await mailedToken(app, email, '/email/confirm')
  expect((await app.visitor().call('POST', '/api/email/confirm', { token })).status).toBe(200)
}

/** Deletes an account, and then its rows. */
export async function deleteAccount(app: TestApp, { call, username }: Client & Named) {
  const proof = { username, password: 'correct horse' }
  expect((await call('POST', '/api/user/delete', proof)).status).toBe(204)
  await drainQueue(app, 'remove-account')
}
