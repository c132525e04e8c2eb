import { findMemberByName } from '../../members/members.queries.ts'
import type { Context } from '../../platform/context.ts'
import { type App, handle } from '../../platform/http.ts'
import { chooseByLink, findByLink } from './choose-by-link.ts'
import { chooseFollowMail } from './choose-follow-mail.ts'
import * as schemas from './mail-choices.schemas.ts'

/** When and how subscribers get mail: by session, or by the link in every drop mail. */
export function mailChoiceRoutes(app: App, context: Context) {
  const { db } = context

  handle(app, schemas.chooseFollowMail, async ({ params, body, viewer }) => {
    const member = await findMemberByName(db, params.username)
    await chooseFollowMail(db, viewer.id, member, body.mail)
    return { mail: body.mail }
  })

  handle(app, schemas.getMailChoices, ({ query }) => findByLink(context, query.token))

  handle(app, schemas.chooseMail, ({ body: { token, ...choices } }) =>
    chooseByLink(context, token, choices),
  )
}
