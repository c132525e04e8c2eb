import { beforeEach, expect } from 'vitest'
import { mailedToken } from './mailed-token.ts'
import { type Client, openTestApp } from './test-app.ts'
import { unsubscribeTokenOf } from './unsubscribe-token-of.ts'

type FollowAnswer = { message?: string; status?: string; followerCount?: number }

/** The app, and what visitors do with it to follow by email and to stop. */
export async function openFollowFixture() {
  const app = await openTestApp()
  beforeEach(() => app.mailbox.clear())

  async function newestFollow() {
    const { id } = await app.context.db
      .selectFrom('radr_follows')
      .select('id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    return id
  }

  const follow = (who: Client, username: string, email?: string) =>
    who.call<FollowAnswer>('POST', `/api/users/${username}/followers`, { email })

  return {
    ...app,
    newestFollow,
    follow,
    /** A visitor's request to follow. Returns the token in the mail. */
    async requestFollow(username: string, email: string): Promise<string> {
      expect((await follow(app.visitor(), username, email)).status).toBe(202)
      return mailedToken(app, email, '/follow/confirm', { words: `@${username} ` })
    },
    /** How many follow a member. */
    async followers(username: string) {
      const path = `/api/users/${username}/followers-count`
      return (await app.visitor().call<{ followerCount: number }>('GET', path)).body.followerCount
    },
    confirm: (token: string) =>
      app.visitor().call<{ username?: string }>('POST', '/api/follows/confirm', { token }),
    unsubscribe: (token: string, all?: true) =>
      app.visitor().call('POST', '/api/follows/unsubscribe', { token, all }),
    /** The token of the unsubscribe link in a mail about the newest follow. */
    newestStopToken: async () => unsubscribeTokenOf(app.context, await newestFollow()),
    stopTokenOf: (followId: number) => unsubscribeTokenOf(app.context, followId),
    confirmMails: (email: string) =>
      app.mailbox.mails.filter(
        ({ to, parsed }) => to[0] === email && /follow/.test(parsed.subject ?? ''),
      ),
  }
}
