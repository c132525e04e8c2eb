import { defineMail } from '../../mail/define-mail.ts'
import { createDigestComposer } from './compose-digest.ts'
import { findParts, weeklyMail, writeParts } from './weekly-mail.queries.ts'

/** The drops of a week, which are those that belong to the mail when its first attempt begins. */
export const weeklyDrops = defineMail(
  weeklyMail,
  context => {
    const compose = createDigestComposer(context)
    return async ({ id }) => {
      const parts = await findParts(context.db, id)
      return parts.length > 0 ? compose(id, parts) : null
    }
  },
  writeParts,
)
