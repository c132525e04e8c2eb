import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** Has wrk ask for each profile with a list once, so that none is in the cache of visitors' pages. */
export async function openFirstViews(databaseUrl: string, connections: number) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ path: string }>(
    `select '/' || username as path from users
      where username <> 'plain' and id in (select user_id from tracks) order by id`,
  )
  await client.end()
  const folder = await mkdtemp(join(tmpdir(), 'radr-bench-'))
  const file = join(folder, 'paths')
  await writeFile(file, rows.map(({ path }) => `${path}\n`).join(''))
  let line = 0
  return {
    arguments: (url: string) => [
      ...['-s', join(import.meta.dirname, 'first-views.lua'), url],
      ...['--', file, String(line)],
    ],
    /** After a run; throws when some profile may have been asked for twice. */
    advance(requests: number) {
      // With those that each connection still waited for, and one that wrk formats before it starts.
      line += requests + connections + 1
      if (line > rows.length) throw new Error('There are too few profiles: seed more members')
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
