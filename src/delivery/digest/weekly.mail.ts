import DataLoader from 'dataloader'
import { defineMail } from '../../mail/define-mail.ts'
import { recordRejection } from '../bounces/record-report.ts'
import { createDigestComposer } from './compose-digest.ts'
import { findParts, writeParts } from './weekly-mail.queries.ts'

/** The drops of a week, which are those that belong to the mail when its first attempt begins. */
export const mailDigest = defineMail(
  'weekly-mail',
  context => {
    const compose = createDigestComposer(context)
    // A single statement reads all mails that a write of the sender starts: the embedded database has one session, in which a
    // statement for each mail would wait its turn.
    const loader = new DataLoader((ids: readonly string[]) => findParts(context.db, ids), {
      cache: false,
    })
    return async ({ id }) => {
      const parts = await loader.load(id)
      return parts.length > 0 ? compose(id, parts) : null
    }
  },
  {
    // Also before the mail is composed: it asks whether each part is still wanted, and makes those `sending` that `findParts` finds.
    written: writeParts,
    // A refusal is recorded for the newest delivery, which the return path names as well.
    async recordRefusal(context, { id }, address, outcome) {
      const last = (await findParts(context.db, [id])).at(0)?.at(-1)
      if (last) await recordRejection(context, { id: last.id, status: 'failed', address }, outcome)
    },
  },
)
