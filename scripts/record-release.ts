import { spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { chown, glob, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { startPostgres, unprivilegedOwner } from './temporary-postgres.ts'

// npm run record:release
// Runs the integration tests and records the schema of this release and every statement that reached
// PostgreSQL (15 or newer), for src/platform/database/previous-release.test.ts of the next release.

const logs = await mkdtemp(join(tmpdir(), 'radr-statements-'))
const owner = unprivilegedOwner()
if (owner) await chown(logs, owner.uid, owner.gid)
const postgres = await startPostgres(
  `-c logging_collector=on -c log_destination=jsonlog -c log_directory=${logs} -c log_rotation_size=0 -c log_statement=all -c log_parameter_max_length=0`,
)
if (!postgres) throw new Error('PostgreSQL is not installed')
const { status } = spawnSync('vitest', ['run', '--project=postgres', '--maxWorkers=1'], {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: postgres.url },
})
// The tests have migrated this database, and copied it for each test file.
const client = new pg.Client({ connectionString: postgres.url })
await client.connect()
const release = {
  migrations: await names('select name from kysely_migration order by name'),
  columns: await names(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' order by 1`,
  ),
  statements: await preparable(await loggedStatements()),
}
await client.end()
await postgres.stop()
await rm(logs, { recursive: true })
await writeFile('tests/data/previous-release.json', `${JSON.stringify(release, null, 2)}\n`)
console.log(`${release.statements.length} statements`)
process.exitCode = status ?? 1

async function names(query: string): Promise<string[]> {
  const { rows } = await client.query(query)
  return rows.map(({ name }) => name)
}

/** The shortest of those that differ only in the number of their parameters. */
async function loggedStatements(): Promise<string[]> {
  const shortest = new Map<string, string>()
  for await (const file of glob(join(logs, '*.json'))) {
    for await (const line of createInterface(createReadStream(file))) {
      const [, statement] = /^(?:execute [^:]+|statement): ([\s\S]*)/.exec(messageOf(line)) ?? []
      if (!statement || !/^\s*(?:select|insert|update|delete|with)\b/i.test(statement)) continue
      // pg-boss and the migrator take care of their own tables.
      if (/pgboss|kysely_migration/.test(statement)) continue
      const kind = statement
        .replace(/\d+/g, '')
        .replace(/\$(?:, \$)+/g, '$')
        .replace(/\(\$\)(?:, \(\$\))+/g, '($)')
      const known = shortest.get(kind)
      if (!known || statement.length < known.length) shortest.set(kind, statement)
    }
  }
  return [...shortest.values()].sort()
}

function messageOf(line: string): string {
  const { message } = JSON.parse(line)
  return typeof message === 'string' ? message : ''
}

/** Without statements about tables that only a test has. */
async function preparable(statements: string[]): Promise<string[]> {
  const prepared: string[] = []
  for (const statement of statements) {
    const isPrepared = await client.query(`prepare recorded as ${statement}`).then(
      () => true,
      () => false,
    )
    if (!isPrepared) continue
    await client.query('deallocate recorded')
    prepared.push(statement)
  }
  return prepared
}
