import { countValidLinks, createLink } from '../../mail/links/one-time-links.ts'
import { requestMail } from '../../mail/mailboxes/mail-limits.ts'
import { deletedEmailHost } from '../../mail/mailboxes/suppression.ts'
import { enqueueMail } from '../../mail/mails.queries.ts'
import type { Context } from '../../platform/context.ts'
import { defineJob } from '../../platform/queue.ts'
import { passwordReset } from '../mailed-links.ts'

const kind = 'reset-password'

/**
 * Whoever knows the email can use up the mails of a day. The member then still gets one an hour, which
 * is how long a link is valid. Only a confirmed email, because strangers can register with one that is not.
 */
const intervalAfterMaxMs = passwordReset.validMs
const maxValidLinks = 3

/** `userId` is null for an email without an account: the job then only takes the same time. */
type ResetRequest = { userId: number | null; budgetWait: number }

/** Decides whether a member gets the mail that was asked for: not in the request, whose time would tell of it. */
export const requestReset = defineJob({
  name: 'request-reset',
  options: { retryLimit: 20, retryDelay: 1, retryBackoff: true, retryDelayMax: 60 },
  async run({ db, clock }: Pick<Context, 'db' | 'clock'>, { userId, budgetWait }: ResetRequest) {
    if (userId === null) return
    await db.transaction().execute(async trx => {
      const now = clock.now()
      const member = await trx
        .selectFrom('users')
        .select(['email', 'email_confirmed_at'])
        .where('id', '=', userId)
        .where('email', 'not like', `%@${deletedEmailHost}`)
        .forUpdate()
        .executeTakeFirst()
      if (!member) return
      const { email, email_confirmed_at } = member
      if ((await countValidLinks(trx, passwordReset, userId, now)) >= maxValidLinks) return
      const request = {
        kind,
        address: email,
        subjectId: userId,
        ...(email_confirmed_at && { intervalAfterMaxMs }),
      } as const
      const { isAllowed } = await requestMail(trx, request, now, { countedWait: budgetWait })
      if (!isAllowed) return
      const resetId = await createLink(trx, passwordReset, userId, now)
      await enqueueMail(trx, kind, { subjectId: userId, data: { resetId }, requestedAt: now })
    })
  },
})
