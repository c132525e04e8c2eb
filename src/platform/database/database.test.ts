import { once } from 'node:events'
import {
  chmod,
  chown,
  mkdir,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { runCommand } from '../../../tests/processes/run-command.ts'
import { runJob } from '../../../tests/test-app.ts'
import { makeDataDir, onPostgres } from '../../../tests/test-database.ts'
import { readConfig, SettingError } from '../config/config.ts'
import { refuseOtherUser } from '../config/data-directory.ts'
import { openEmbedded } from './embedded.ts'
import { openDatabase } from './open-database.ts'
import { analyzeEmbedded, checkpointEmbedded, vacuum } from './vacuum.job.ts'

test.runIf(process.geteuid?.() === 0)(
  'Root leaves no files in the embedded database of another user',
  async () => {
    const { dataDir, remove } = await makeDataDir()
    const folder = join(dataDir, 'db')
    const before = await readdir(folder)
    await chown(folder, 1234, 1234)
    const refusal = `${folder} belongs to the user 1234, and this process is of the user 0: run it as the user 1234.`
    await expect(openEmbedded(folder)).rejects.toThrow(new SettingError(refusal))
    for (const command of [
      ['mail', 'status'],
      ['backup', `${dataDir}.tar.gz`],
    ])
      expect((await runCommand(command, { DATA_DIR: dataDir })).output).toBe(refusal)
    expect(await readdir(folder)).toEqual(before)
    await remove()
  },
)

test.runIf(onPostgres).each([
  ['pathname', 'missing', 'DATABASE_URL names a database that does not exist: create it.'],
  ['username', 'nobody', 'DATABASE_URL: the user or password is refused.'],
] as const)('A DATABASE_URL with the %s %s is refused', async (part, value, message) => {
  const url = new URL(inject('postgresUrl') ?? '')
  url[part] = value
  const opened = openDatabase({ databaseUrl: url.href, dataDir: '/none' })
  await expect(opened).rejects.toThrow(new SettingError(message))
})

test.runIf(onPostgres).each([
  [
    '?sslmode=verify-full',
    'DATABASE_URL does not answer (The server does not support SSL connections).',
  ],
  [
    '?sslmode=verify-full&sslrootcert=/none/ca.pem',
    "DATABASE_URL does not answer (ENOENT: no such file or directory, open '/none/ca.pem').",
  ],
])('A DATABASE_URL that ends with %s is refused with its reason', async (end, message) => {
  const opened = openDatabase({ databaseUrl: `${inject('postgresUrl')}${end}`, dataDir: '/none' })
  await expect(opened).rejects.toThrow(new SettingError(message))
})

test.runIf(onPostgres)(
  'A missing password that the server asks for is said to be missing',
  async () => {
    const server = createServer(socket =>
      // PostgreSQL's requests for SCRAM-SHA-256, in reply to the startup message and to the choice of the method.
      socket
        .once('data', () => {
          socket.write(authenticationRequest(10, 'SCRAM-SHA-256\0\0'))
          socket.once('data', () => socket.write(authenticationRequest(11, 'r=,s=,i=4096')))
        })
        .on('error', () => {}),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const opened = openDatabase({
      databaseUrl: `postgres://radr@127.0.0.1:${port}/radr`,
      dataDir: '/none',
    })
    await expect(opened).rejects.toThrow(
      new SettingError('DATABASE_URL has no password, and the server asks for one.'),
    )
    server.close()
  },
)

function authenticationRequest(kind: number, data: string) {
  const header = Buffer.alloc(9)
  header.write('R')
  header.writeInt32BE(8 + data.length, 1)
  header.writeInt32BE(kind, 5)
  return Buffer.concat([header, Buffer.from(data)])
}

test('The embedded database may be behind a link to another disk, also at its first start', async () => {
  const { dataDir, remove } = await makeDataDir()
  const elsewhere = join(dataDir, 'disk')
  await rename(join(dataDir, 'db'), elsewhere)
  await symlink('disk', join(dataDir, 'db'))
  for (const files of [elsewhere, join(dataDir, 'other-disk')]) {
    await mkdir(files, { recursive: true })
    await rm(join(dataDir, 'db'))
    await symlink(files, join(dataDir, 'db'))
    const { db, close } = await openEmbedded(join(dataDir, 'db'))
    await sql`select 1`.execute(db)
    await close()
    expect(await readdir(files)).toContain('PG_VERSION')
  }
  await remove()
})

test.runIf(process.geteuid?.() === 0)(
  'A folder of root that others can write to may be used by another user',
  async () => {
    const { dataDir, remove } = await makeDataDir()
    await chmod(dataDir, 0o777)
    asUser(1234, () => expect(() => refuseOtherUser(dataDir)).not.toThrow())
    await chmod(dataDir, 0o755)
    asUser(1234, () => expect(() => refuseOtherUser(dataDir)).toThrow(/run it as the user 0/))
    await remove()
  },
)

function asUser(user: number, act: () => void) {
  process.seteuid?.(user)
  try {
    act()
  } finally {
    process.seteuid?.(0)
  }
}

test('The log of an embedded database is cut off while it runs', async () => {
  const { dataDir, remove } = await makeDataDir()
  const { db, close } = await openEmbedded(join(dataDir, 'db'))
  const checkpoint = async () => {
    const { rows } = await sql<{ lsn: string }>`
      select checkpoint_lsn as lsn from pg_control_checkpoint()`.execute(db)
    return rows[0]?.lsn
  }
  const before = await checkpoint()
  await sql`create table filled as select generate_series(1, 1000)`.execute(db)
  expect(await checkpoint()).toBe(before)
  await runJob(checkpointEmbedded, { db, config: readConfig({}) }, {})
  expect(await checkpoint()).not.toBe(before)
  await close()
  await remove()
})

test('A follow reads few pages after an installation on the embedded database has grown', async () => {
  const { dataDir, remove } = await makeDataDir()
  const { db, close } = await openEmbedded(join(dataDir, 'db'))
  await sql`insert into users (username, email, password) values ('ana', 'ana@mail.test', '')`.execute(
    db,
  )
  let added = 0
  const follow = async () => {
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>`
      explain (analyze, format json) with added as (
        insert into follower_registry (email) values (${`fan-${++added}@mail.test`}) returning id
      )
      insert into radr_follows (registry_id, radr_user_id) select added.id, users.id
      from added, users where username = 'ana'`.execute(db)
    return rows[0]?.['QUERY PLAN'][0].Plan['Shared Hit Blocks'] ?? Number.NaN
  }
  await vacuum(db)
  for (let n = 0; n < 20; n++) await follow()
  await sql`insert into follower_registry (email)
    select n || '@mail.test' from generate_series(1, 20000) n`.execute(db)
  expect(await follow()).toBeGreaterThan(200)
  // Without a flush, the statistics have the new rows a second later.
  await sql`select pg_stat_force_next_flush()`.execute(db)
  await runJob(analyzeEmbedded, { db, config: readConfig({}) }, {})
  // The first one reads the catalog again.
  await follow()
  expect(await follow()).toBeLessThan(100)
  await close()
  await remove()
})

test('DATA_DIR is 0700 and its files 0600 after a start, those of an earlier release too', async () => {
  const { dataDir, remove } = await makeDataDir()
  await mkdir(join(dataDir, 'outbox'))
  for (const path of ['dkim.pem', 'outbox/mail.eml']) await writeFile(join(dataDir, path), '')
  for (const path of ['.', 'dkim.pem', 'outbox', 'outbox/mail.eml', 'db/PG_VERSION'])
    await chmod(join(dataDir, path), 0o777)
  const link = `${dataDir}-link`
  await symlink(dataDir, link)
  await (await openDatabase({ databaseUrl: undefined, dataDir: link })).close()
  await rm(link)
  for (const path of ['.', ...(await readdir(dataDir, { recursive: true }))])
    expect((await stat(join(dataDir, path))).mode & 0o077, path).toBe(0)
  await remove()
})
