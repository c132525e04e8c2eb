import { open, stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { openPostgres } from '../../src/platform/database/postgres.ts'

const slowMs = 5

/**
 * Has PostgreSQL log the plan of each statement over 5 ms while `use` runs; returns the plans. New
 * connections only, so the app's have to be unused for long enough to be closed.
 */
export async function findSlowPlans(databaseUrl: string, use: () => Promise<void>) {
  const { db, close } = await openPostgres(databaseUrl)
  const { rows } = await sql<{ data: string }>`
    select current_setting('data_directory') || '.log' as data`.execute(db)
  const log = rows[0]?.data ?? ''
  const settings = {
    session_preload_libraries: `'auto_explain'`,
    'auto_explain.log_min_duration': slowMs,
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
  }
  await sql`load 'auto_explain'`.execute(db)
  for (const [name, value] of Object.entries(settings))
    await sql.raw(`alter role current_user set ${name} = ${value}`).execute(db)
  // The app's pool closes connections that are unused for eight seconds.
  await new Promise(resolve => setTimeout(resolve, 9_000))
  const { size } = await stat(log)
  await use()
  for (const name of Object.keys(settings))
    await sql.raw(`alter role current_user reset ${name}`).execute(db)
  await close()
  const file = await open(log)
  const { buffer, bytesRead } = await file.read(Buffer.alloc((await file.stat()).size - size), {
    position: size,
  })
  await file.close()
  return buffer.toString('utf8', 0, bytesRead)
}
