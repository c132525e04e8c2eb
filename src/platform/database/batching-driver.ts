import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { reportUnavailable } from './database-unavailable.ts'
import type { StatementNames } from './statement-names.ts'

type Waiting = {
  query: CompiledQuery
  result: Promise<pg.QueryResult>
  resolve(result: pg.QueryResult): void
  reject(error: unknown): void
}

/**
 * Sends the queries outside transactions that are executed in one turn of the event loop through one
 * connection in one write: the system call costs more than most queries. Each is a transaction of its
 * own, so a failure concerns one query alone. One that several callers ask for, such as a member by name, is sent
 * once, and they share its rows. Writes are not batched: one that waits for a lock would
 * delay the rest.
 */
export class BatchingDriver implements Driver {
  readonly #transactions: Driver
  readonly #pool: pg.Pool
  readonly #names: StatementNames
  #waiting: Waiting[] = []

  /** `transactions` takes its connections from the same pool. */
  constructor(transactions: Driver, pool: pg.Pool, names: StatementNames) {
    this.#transactions = transactions
    this.#pool = pool
    this.#names = names
  }

  init = () => this.#transactions.init()
  destroy = () => this.#transactions.destroy()

  async acquireConnection() {
    return new LazyConnection(
      query => this.#execute(query),
      () => this.#transactions.acquireConnection(),
    )
  }

  async beginTransaction(connection: LazyConnection, settings: TransactionSettings) {
    await this.#transactions.beginTransaction(await connection.reserve(), settings)
  }

  commitTransaction({ reserved }: LazyConnection) {
    return this.#transactions.commitTransaction(connectionOf(reserved))
  }

  rollbackTransaction({ reserved }: LazyConnection) {
    return this.#transactions.rollbackTransaction(connectionOf(reserved))
  }

  async releaseConnection({ reserved }: LazyConnection) {
    if (reserved) await this.#transactions.releaseConnection(reserved)
  }

  #execute(query: CompiledQuery): Promise<pg.QueryResult> {
    const same = this.#waiting.find(waiting => isSame(waiting.query, query))
    if (same) return same.result
    if (this.#waiting.length === 0) setImmediate(() => void this.#sendBatch())
    const { promise: result, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
    this.#waiting.push({ query, result, resolve, reject })
    return result
  }

  async #sendBatch() {
    const batch = this.#waiting
    this.#waiting = []
    let client: pg.PoolClient
    try {
      client = await this.#pool.connect()
    } catch (error) {
      for (const { reject } of batch) reject(error)
      return
    }
    const { stream } = client.connection
    stream.cork()
    const results = batch.map(({ query, resolve, reject }) =>
      this.#names.query(client, query.sql, [...query.parameters]).then(resolve, reject),
    )
    stream.uncork()
    await Promise.all(results)
    client.release()
  }
}

const isSame = (one: CompiledQuery, other: CompiledQuery) =>
  one.sql === other.sql && one.parameters.every((value, index) => value === other.parameters[index])

function connectionOf(reserved: DatabaseConnection | undefined): DatabaseConnection {
  if (!reserved) throw new Error('The transaction did not begin')
  return reserved
}

/** Takes a connection out of the pool only for a transaction or a write. */
class LazyConnection implements DatabaseConnection {
  reserved: DatabaseConnection | undefined
  readonly #executeInBatch: (query: CompiledQuery) => Promise<pg.QueryResult>
  readonly #acquire: () => Promise<DatabaseConnection>

  constructor(
    executeInBatch: (query: CompiledQuery) => Promise<pg.QueryResult>,
    acquire: () => Promise<DatabaseConnection>,
  ) {
    this.#executeInBatch = executeInBatch
    this.#acquire = acquire
  }

  async reserve(): Promise<DatabaseConnection> {
    this.reserved ??= await this.#acquire()
    return this.reserved
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.reserved || !isPlainSelect(query)) return (await this.reserve()).executeQuery<R>(query)
    const { rows } = await this.#executeInBatch(query).catch(reportUnavailable)
    return { rows }
  }

  streamQuery(): never {
    throw new Error('Results are not streamed')
  }
}

/** Neither writes nor locks rows. */
const isPlainSelect = ({ query }: CompiledQuery) =>
  query.kind === 'SelectQueryNode' && !query.endModifiers && !query.with
