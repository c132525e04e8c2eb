import { findMemberByName } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import { confirmFollow } from './confirm-follow.ts'
import { followAsMember } from './follow-as-member.ts'
import { followByEmail } from './follow-by-email.ts'
import * as contract from './follows.contract.ts'
import { emailMissing } from './follows.errors.ts'
import { countFollowers, findIsFollowing } from './follows.queries.ts'
import { leaveByLink, unfollow } from './leave.ts'
import { oneClickRoutes } from './one-click.routes.ts'

export function followRoutes(app: App, context: Context) {
  const { db } = context

  handle(app, contract.countFollowers, async ({ params }) => {
    const member = await findMemberByName(db, params.username)
    return { followerCount: await countFollowers(db, member.id) }
  })

  handle(app, contract.isFollowing, async ({ params, viewer }) => {
    const member = await findMemberByName(db, params.username)
    return { isFollowing: await findIsFollowing(db, viewer.id, member.id) }
  })

  handle(app, contract.follow, async ({ params, body, viewer, c }) => {
    const member = await findMemberByName(db, params.username)
    if (viewer) {
      return {
        status: 'following' as const,
        followerCount: await followAsMember(context, viewer, member),
      }
    }
    if (body.email === undefined) throw emailMissing()
    await followByEmail(context, member, body.email)
    c.status(202)
    return { status: 'verification_sent' as const }
  })

  for (const endpoint of [contract.stopFollowing, contract.unfollow]) {
    handle(app, endpoint, async ({ params, viewer }) => {
      const member = await findMemberByName(db, params.username)
      await unfollow(context, viewer.id, member.id)
      return { followerCount: await countFollowers(db, member.id) }
    })
  }

  handle(app, contract.confirmFollow, async ({ body }) => ({
    username: await confirmFollow(context, body.token),
  }))

  handle(app, contract.unsubscribe, async ({ body }) => ({
    username: await leaveByLink(context, body.token, body.all),
  }))

  oneClickRoutes(app, context)
}
