import { findMemberByName } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import { chooseFollowPush } from './choose-follow-push.ts'
import { confirmFollow } from './confirmation/confirm-follow.ts'
import { followAsMember } from './follow-as-member.ts'
import { followByEmail } from './follow-by-email.ts'
import { findFollowers } from './followers/follower-lists.queries.ts'
import { followerRoutes } from './followers/followers.routes.ts'
import { findFollowing } from './following/following-list.queries.ts'
import { emailMissing } from './follows.errors.ts'
import { countFollowers, findFollowState } from './follows.queries.ts'
import * as schemas from './follows.schemas.ts'
import { mailChoiceRoutes } from './mail-choices/mail-choices.routes.ts'
import { unfollow } from './unfollow.ts'
import { oneClickRoutes } from './unsubscribing/one-click.routes.ts'
import { unsubscribeByLink } from './unsubscribing/unsubscribe.ts'

export function followRoutes(app: App, context: Context) {
  const { db, clock } = context

  handle(app, schemas.countFollowers, async ({ params }) => {
    const member = await findMemberByName(db, params.username)
    return { followerCount: await countFollowers(db, member.id) }
  })

  handle(app, schemas.isFollowing, async ({ params, viewer }) => {
    const member = await findMemberByName(db, params.username)
    return findFollowState(db, viewer.id, member.id)
  })

  handle(app, schemas.follow, async ({ params, body, viewer, c }) => {
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

  for (const endpoint of [schemas.unfollow, schemas.unfollowByPost]) {
    handle(app, endpoint, async ({ params, viewer }) => {
      const member = await findMemberByName(db, params.username)
      await unfollow(context, viewer.id, member.id)
      return { followerCount: await countFollowers(db, member.id) }
    })
  }

  handle(app, schemas.confirmFollow, async ({ body }) => ({
    username: await confirmFollow(context, body.token),
  }))

  handle(app, schemas.chooseFollowPush, async ({ params, body, viewer }) => {
    const member = await findMemberByName(db, params.username)
    return chooseFollowPush(context, viewer.id, member, body.push)
  })

  handle(app, schemas.unsubscribe, async ({ body }) => ({
    username: await unsubscribeByLink(context, body.token, body.all),
  }))

  handle(app, schemas.listFollowers, ({ viewer, query }) =>
    findFollowers(db, viewer.id, query, clock.now()),
  )

  handle(app, schemas.listFollowing, ({ viewer, query }) => findFollowing(db, viewer.id, query))

  followerRoutes(app, context)
  mailChoiceRoutes(app, context)
  oneClickRoutes(app, context)
}
