import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** One session for all requests would flatter whatever they share. */
const sessions = 2_000

type RequestFile = {
  /** Arguments for wrk, which sends the file's requests to the server at `url`. */
  arguments(url: string): string[]
  advance(requests: number): void
}

export async function openRequestFiles(databaseUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'radr-bench-'))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows: profiles } = await client.query<{ path: string }>(
    `select '/' || username as path from users
      where username <> 'plain' and id in (select user_id from tracks) order by id`,
  )
  const { rows: members } = await client.query<{ token: string }>(
    `with chosen as (
      select id, 'bench-' || id as token from users order by id desc limit $1
    ), added as (
      insert into sessions (user_id, token_hash, expires_at)
      select id, encode(sha256(token::bytea), 'hex'), now() + interval '20 days' from chosen
      on conflict do nothing
    )
    select token from chosen`,
    [sessions],
  )
  await client.end()
  return {
    cookie: `session=${members[0]?.token}`,
    ofMembers: (path: string) =>
      openFile(members.map(({ token }) => `${path}\tsession=${token}\n`)),
    ofFirstViews: () =>
      openFile(
        profiles.map(({ path }) => `${path}\t\n`),
        { once: true },
      ),
    close: () => rm(folder, { recursive: true, force: true }),
  }

  async function openFile(lines: string[], { once = false } = {}): Promise<RequestFile> {
    const file = join(folder, 'requests')
    await writeFile(file, lines.join(''))
    let next = 0
    return {
      arguments: url => [
        ...['-s', join(import.meta.dirname, 'http-requests.lua'), url],
        ...['--', file, String(next)],
      ],
      advance(requests) {
        next += requests
        if (once && next > lines.length)
          throw new Error('There are too few profiles: seed more members')
      },
    }
  }
}
