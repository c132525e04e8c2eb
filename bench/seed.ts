// Fills an empty database with members, lists, drops and follows, with the settings of the app: npm run seed -- 30000
import { sql } from 'kysely'
import { computeCharts } from '../src/charts/compute-charts.job.ts'
import { hashPassword, productionCost } from '../src/members/passwords/passwords.ts'
import { readConfig, SettingError } from '../src/platform/config/config.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'
import type { Transaction } from '../src/platform/database.ts'
import { seedStatements } from './seed-statements.ts'

const password = 'seeded password 1'

const members = Number(process.argv[2])
if (!(Number.isInteger(members) && members >= 10 && members <= 1_000_000))
  throw new SettingError('npm run seed -- takes a number of members from 10 to 1000000.')
await seed()

/** The same number of members gives the same data, but for the dates. Throws `SettingError` when there are members. */
async function seed() {
  const started = performance.now()
  const database = await openDatabase(readConfig(process.env))
  try {
    await migrate(database)
    const hash = await hashPassword(password, productionCost)
    await database.withoutTimeouts(async db => {
      await db.transaction().execute(async trx => {
        await refuseUnlessEmpty(trx)
        for (const [what, statements] of seedStatements(members, hash)) {
          const startedAt = performance.now()
          for (const statement of statements) await sql.raw(statement).execute(trx)
          console.log(`${what}: ${seconds(startedAt)} s`)
        }
      })
      await sql`analyze`.execute(db)
      await computeCharts(db)
      // Afterwards, because the charts mark every drop as counted.
      await sql`vacuum (analyze)`.execute(db)
    })
    console.log(
      `${members} members after ${seconds(started)} s, all with the password "${password}"`,
    )
  } finally {
    await database.close()
  }
}

async function refuseUnlessEmpty(trx: Transaction) {
  const { rows } = await sql<{ taken: boolean }>`
    select count(*) > 1 or count(*) filter (where email not like '%.invalid') > 0 as taken
    from users`.execute(trx)
  if (rows[0]?.taken) {
    throw new SettingError('There are members already: seed an empty database or another DATA_DIR.')
  }
}

function seconds(since: number) {
  return ((performance.now() - since) / 1000).toFixed(1)
}
