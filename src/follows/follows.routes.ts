import { paths } from '../contract/paths.shared.ts'
import { checkLink } from '../mail/links/mail-links.ts'
import { oneClickRoute } from '../mail/links/one-click-route.ts'
import { memberOfRequest } from '../members/member-of-request.ts'
import { findMemberByName } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { invalidInput } from '../platform/errors.ts'
import { type App, handle } from '../platform/http/http.ts'
import { chooseFollowPush } from './choose-follow-push.ts'
import { confirmFollow } from './confirmation/confirm-follow.ts'
import { findMemberToConfirm, findMemberToUnsubscribeFrom } from './find-linked-member.ts'
import { followAsMember } from './follow-as-member.ts'
import { followByEmail } from './follow-by-email.ts'
import { findBlocked } from './followers/blocked-followers.queries.ts'
import { findFollowers } from './followers/follower-lists.queries.ts'
import * as followers from './followers/followers.schemas.ts'
import { followersCsvLines } from './followers/followers-csv.ts'
import { blockFollower, removeFollower, unblockFollower } from './followers/remove-follower.ts'
import { findFollowing } from './following/following-list.queries.ts'
import { countFollowers, findFollowState } from './follows.queries.ts'
import * as schemas from './follows.schemas.ts'
import { chooseByLink, findByLink } from './mail-choices/choose-by-link.ts'
import { chooseFollowMail } from './mail-choices/choose-follow-mail.ts'
import * as mailChoices from './mail-choices/mail-choices.schemas.ts'
import { unfollow } from './unfollow.ts'
import { findStoppedSubscriber, undoUnsubscribe } from './unsubscribing/undo-unsubscribe.ts'
import { unsubscribeByLink } from './unsubscribing/unsubscribe.ts'

export function followRoutes(app: App, context: Context) {
  const { db, clock } = context

  handle(app, schemas.countFollowers, async ({ params, c }) => {
    const member = await memberOfRequest(c, db, params.username)
    return { followerCount: await countFollowers(db, member.id) }
  })

  handle(app, schemas.isFollowing, async ({ params, viewer, c }) => {
    const member = await memberOfRequest(c, db, params.username)
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
    if (body.email === undefined) throw invalidInput('Invalid email address', 'email')
    await followByEmail(context, c.get('client'), member, body.email)
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

  handle(app, schemas.getMemberToConfirm, ({ query }) =>
    checkLink(findMemberToConfirm(context, query.token)),
  )

  handle(app, schemas.getMemberToUnsubscribeFrom, ({ query }) =>
    checkLink(findMemberToUnsubscribeFrom(context, query.token)),
  )

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

  handle(app, schemas.getStopToUndo, ({ query }) =>
    checkLink(findStoppedSubscriber(context, query.token).then(() => ({}))),
  )

  handle(app, schemas.undoUnsubscribe, async ({ body }) => {
    await undoUnsubscribe(context, body.token)
    // The form of the page without JavaScript reads a username from each call (forms.routes.ts).
    return { username: '' }
  })

  handle(app, followers.listFollowers, ({ viewer, query }) =>
    findFollowers(db, viewer.id, query, clock.now()),
  )

  handle(app, schemas.listFollowing, ({ viewer, query }) => findFollowing(db, viewer.id, query))

  handle(app, followers.exportFollowers, ({ viewer, c }) => {
    const now = clock.now()
    const file = `followers-${viewer.username}-${now.toISOString().slice(0, 10)}.csv`
    c.header('Content-Disposition', `attachment; filename="${file}"`)
    const lines = followersCsvLines(db, viewer.id, now)
    return ReadableStream.from(lines).pipeThrough(new TextEncoderStream())
  })

  handle(app, followers.removeFollower, ({ params, viewer }) =>
    removeFollower(context, viewer.id, params.id),
  )

  handle(app, followers.blockFollower, ({ params, viewer }) =>
    blockFollower(context, viewer.id, params.id),
  )

  handle(app, followers.listBlocked, ({ viewer, query }) => findBlocked(db, viewer.id, query))

  handle(app, followers.unblockFollower, ({ params, viewer }) =>
    unblockFollower(context, viewer.id, params.id),
  )

  handle(app, mailChoices.chooseFollowMail, async ({ params, body, viewer }) => {
    const member = await findMemberByName(db, params.username)
    await chooseFollowMail(db, viewer.id, member, body.mail)
    return { mail: body.mail }
  })

  handle(app, mailChoices.getMailChoices, ({ query }) =>
    checkLink(findByLink(context, query.token)),
  )

  handle(app, mailChoices.chooseMail, ({ body: { token, ...choices } }) =>
    chooseByLink(context, token, choices),
  )

  oneClickRoute(app, {
    path: paths.oneClickUnsubscribe(':token'),
    page: paths.unsubscribe,
    stop: async token => ({ username: await unsubscribeByLink(context, token) }),
  })
}
