import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A copy of the database of this URL, on the same server; nobody may be connected to it meanwhile. */
export function copyDatabase(url: string) {
  const source = new URL(url).pathname.slice(1)
  return createDatabase(url, `template ${source} strategy file_copy`)
}

/** A database on the server of this URL; `options` are those of `create database`. */
export async function createDatabase(server: string, options = '') {
  const name = `radr_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name} ${options}`)
  return {
    url: new URL(`/${name}`, server).href,
    drop: () => onServer(`drop database ${name} with (force)`),
  }

  /** Connects to the server's own database, because a template must have no other connection. */
  async function onServer(statement: string) {
    const client = new pg.Client({ connectionString: new URL('/postgres', server).href })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
}
