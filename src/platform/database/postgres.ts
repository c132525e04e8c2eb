import { hash } from 'node:crypto'
import { Socket } from 'node:net'
import {
  type CompiledQuery,
  type PostgresCursor,
  PostgresDialect,
  type PostgresDialectConfig,
  type PostgresPoolClient,
} from 'kysely'
import pg from 'pg'
import { Gauge } from 'prom-client'
import type { Tables } from '../../contract/tables.ts'
import { SettingError } from '../config/config.ts'
import type { OpenDatabase } from '../database.ts'
import { asError, errorCode } from '../errors.ts'
import { processMetrics } from '../metrics.ts'
import { reportUnavailable } from './database-unavailable.ts'
import { PipeliningDriver } from './pipelining-driver.ts'
import { listen } from './postgres-listener.ts'
import { isPrepared } from './prepare-query.ts'
import { openRetryingKysely } from './retrying-kysely.ts'

// Milliseconds. A request gets its response within 15 s even if the network drops every packet: waiting for
// a connection and the silence of one statement come to 14 s.
const connectMs = 4_000
/** The server cancels a statement that takes longer. */
const statementMs = 8_000
/** A connection on which nothing was received or sent for this long is closed. */
const silenceMs = 10_000
/**
 * No statement runs long enough to gain from being compiled, `pg` reads dates in this style alone, and a
 * transaction that waited for a row reads it as it is then.
 */
const sessionSettings =
  '-c jit=off -c datestyle=ISO -c default_transaction_isolation=read\\ committed'

const idleInTransactionMs = 60_000
/** Shorter than `silenceMs`, so that unused connections are closed by the pool. */
const unusedMs = 8_000

/** Connects to PostgreSQL, directly or through a connection pooler; throws `SettingError` when it does not respond. */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  const direct: pg.PoolConfig = {
    connectionString: url,
    types: numbersForBigints,
    connectionTimeoutMillis: connectMs,
  }
  const isPooled = await isBehindPooler(direct)
  // A pooler in transaction mode shares its server connections and rejects settings for one of them.
  const base: pg.PoolConfig = isPooled ? direct : { ...direct, options: sessionSettings }
  const limited: pg.PoolConfig = {
    ...base,
    idleTimeoutMillis: unusedMs,
    keepAlive: true,
    stream: openSocket,
    ...(!isPooled && {
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    }),
  }
  const pool = openPool({ ...limited, max: 10, pipeline: !isPooled })
  // Separate, so that requests do not wait behind jobs.
  const jobPool = openPool({ ...limited, max: 4 })
  const db = openKysely(pool, { isPooled })
  return {
    db,
    jobs: {
      executeSql: (text, values) => jobPool.query(text, values).catch(reportUnavailable),
      // A pooler in transaction mode delivers no notifications; polling finds jobs, too.
      ...(!isPooled && {
        listen: async (channel, onNotification, onConnect) =>
          listen(limited, openSocket, { channel, onNotification, onConnect }),
      }),
    },
    async withoutTimeouts(use) {
      const unlimited = openKysely(openPool({ ...base, max: 1, keepAlive: true }), {
        isPooled: true,
      })
      try {
        return await use(unlimited)
      } finally {
        await unlimited.destroy()
      }
    },
    isShared: true,
    async endFirstStart() {},
    isFull: () => false,
    async close() {
      await Promise.all([db.destroy(), jobPool.end()])
    },
  }
}

/** Behind a pooler such as PgBouncer, the process named at login is not the one that runs the statements. */
async function isBehindPooler(config: pg.PoolConfig): Promise<boolean> {
  let client: pg.Client | undefined
  try {
    // The constructor reads the files that the URL names.
    client = new pg.Client(config)
    client.on('error', ignoreRepeatedError)
    await client.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    return rows[0].pid !== (client as pg.Client & { processID: number }).processID
  } catch (error) {
    const { message } = asError(error)
    const code = errorCode(error)
    if (code === '3D000')
      throw new SettingError('DATABASE_URL names a database that does not exist: create it.')
    if (code === '28P01' || code === '28000')
      throw new SettingError('DATABASE_URL: the user or password is refused.')
    if (message.includes('client password must be a string'))
      throw new SettingError('DATABASE_URL has no password, and the server asks for one.')
    // The error has no message if each IP of a name was tried.
    throw new SettingError(`DATABASE_URL does not answer (${message || code}).`)
  } finally {
    // A server that is unreachable would not respond, so this is not awaited.
    void client?.end().catch(ignoreRepeatedError)
  }
}

const pools = new Set<pg.Pool>()

new Gauge({
  name: 'radr_database_connections',
  help: 'Connections of this process to PostgreSQL, by state; `waiting` are requests for one.',
  labelNames: ['state'],
  registers: [processMetrics],
  collect() {
    const sum = (count: (pool: pg.Pool) => number) =>
      [...pools].reduce((total, pool) => total + count(pool), 0)
    this.set(
      { state: 'used' },
      sum(pool => pool.totalCount - pool.idleCount),
    )
    this.set(
      { state: 'idle' },
      sum(pool => pool.idleCount),
    )
    this.set(
      { state: 'waiting' },
      sum(pool => pool.waitingCount),
    )
  },
})

export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pools.add(pool)
  // The pool replaces an idle connection that breaks.
  pool.on('error', ignoreRepeatedError)
  endOutdated(pool)
  // The pool takes its listener off a connection in use; without one, a break would end the process.
  pool.on('connect', client => client.on('error', ignoreRepeatedError))
  return pool
}

/** The SQLSTATE of a write on a server that takes none, such as a primary that has become a replica. */
const readOnly = '25006'
/** Grows with each such error: connections that were made before it may lead to the same server. */
let generation = 0

/** Ends connections to a server that has turned read-only, so that the proxy in between leads new ones to the primary. */
function endOutdated(pool: pg.Pool) {
  const generations = new WeakMap<pg.PoolClient, number>()
  pool.on('connect', client => {
    generations.set(client, generation)
    client.connection.on('errorMessage', (message: { code?: string }) => {
      if (message.code === readOnly && generations.get(client) === generation) generation++
    })
  })
  // The pool forgets a client that is ending.
  pool.on('release', (_error, client) => {
    if (generations.get(client) !== generation) void client.end().catch(ignoreRepeatedError)
  })
}

/** The statement that a broken connection interrupts, or the next one, rejects with the same error. */
function ignoreRepeatedError() {}

/** Closes itself after `silenceMs`: the operating system repeats packets for a quarter of an hour. */
function openSocket(): Socket {
  const socket = new Socket()
  socket.setTimeout(silenceMs, () => {
    const silence = new Error('The database stopped answering')
    socket.destroy(Object.assign(silence, { code: 'ETIMEDOUT' }))
  })
  return socket
}

type Options = {
  /** Behind a connection pooler, which would mix up the names of prepared statements. */
  isPooled?: boolean
  /** Throws for a statement that cannot be executed now. */
  refuse?(text: string): void
  /** Throws what an error means; without it, `DatabaseUnavailable` for an unavailable database. */
  report?(error: unknown): never
}

export function openKysely(
  pool: pg.Pool,
  { isPooled = false, refuse, report = reportUnavailable }: Options,
) {
  const config: PostgresDialectConfig = {
    pool: {
      options: pool.options,
      connect: async () => {
        const client = await pool.connect().catch(report)
        return isPooled ? client : preparing(client)
      },
      end: () => pool.end(),
    },
    async onCreateConnection(connection) {
      const execute: typeof connection.executeQuery = connection.executeQuery.bind(connection)
      connection.executeQuery = async <R>(query: CompiledQuery) => {
        refuse?.(query.sql)
        return execute<R>(query).catch(report)
      }
    },
  }
  const dialect = new PostgresDialect(config)
  if (!isPooled) {
    const createDriver = dialect.createDriver.bind(dialect)
    dialect.createDriver = () => new PipeliningDriver(createDriver(), pool, report)
  }
  return openRetryingKysely<Tables>(dialect)
}

/** The client, with a name for each statement that is marked as prepared. */
const preparing = (client: pg.PoolClient): PostgresPoolClient => ({
  query: <Row>(text: string | PostgresCursor<Row>, values?: readonly unknown[]) =>
    client.query({
      text: String(text),
      values: [...(values ?? [])],
      ...(isPrepared(String(text)) && { name: hash('md5', String(text)) }),
    }) as never,
  release: () => client.release(),
})

export const numbersForBigints: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format),
}
