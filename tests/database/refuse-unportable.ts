import pg from 'pg'
import { findUnportable } from './unportable.ts'

// Runs before each test file on PostgreSQL: a statement of the app that another engine would refuse fails there.

const { query } = pg.Client.prototype
const marker = Symbol.for('unportable statements are refused')

if (!(marker in query)) {
  const refusing: typeof query = function (this: pg.Client, ...given: unknown[]) {
    const [config] = given
    const text =
      typeof config === 'string' ? config : (config as { text?: string } | undefined)?.text
    const reason = text && isOfTheApp(text) ? findUnportable(text) : undefined
    if (reason) {
      const message = `The statement has ${reason}: ${text}`
      throw Object.assign(new pg.DatabaseError(message, 0, 'error'), { code: '0A000' })
    }
    return Reflect.apply(query, this, given)
  } as typeof query
  pg.Client.prototype.query = Object.assign(refusing, { [marker]: true })
}

/** pg-boss has its own list of what an engine lacks, which DATABASE_ENGINE chooses. */
function isOfTheApp(text: string) {
  return !/\bpgboss\b/.test(text)
}
