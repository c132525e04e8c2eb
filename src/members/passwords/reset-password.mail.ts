import { defineMail, mailToken } from '../../mail/define-mail.ts'
import { linkUrl, setToken } from '../../mail/links/one-time-links.ts'
import { passwordReset } from '../mailed-links.ts'
import { resetPasswordMail } from './reset-password-mail.tsx'

/** The link that was created when the mail was requested; one that has been ended since is not mailed. */
export const mailPasswordReset = defineMail('reset-password', context => async mail => {
  const { db, clock, config } = context
  const { resetId } = mail.data
  const token = mailToken(context, mail)
  const reset = await db.transaction().execute(async trx => {
    const found = await trx
      .selectFrom('password_resets')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['email', 'username'])
      .where('password_resets.id', '=', resetId)
      // A change of the email ends the links mailed to the old one, so it must come before or after.
      .forNoKeyUpdate('users')
      .executeTakeFirst()
    await setToken(trx, passwordReset, { id: resetId, token, now: clock.now() })
    return found
  })
  if (!reset) return null
  const { email, username } = reset
  const link = linkUrl(config, passwordReset, token)
  return { to: email, template: resetPasswordMail({ brand: config.brand, username, link }) }
})
