import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  sql,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'

/** PostgreSQL keeps every named statement for as long as the connection lives. */
const maxNames = 500
/** A statement with more of them lists rows, and its text differs with their number. */
const maxParametersOfNamed = 20

type Read = { query: CompiledQuery } & PromiseWithResolvers<pg.QueryResult>

/**
 * Collects the reads of one turn of the event loop and sends them through one connection in one write, as prepared
 * statements: for most of them, the system call and the parsing cost more than the read itself. Each is a transaction
 * of its own, so one that fails affects no other. Everything else gets a connection of its own: transactions, writes,
 * and reads that may wait for a lock or take long, which would delay the others.
 */
export class PipeliningDriver implements Driver {
  readonly #driver: Driver
  readonly #pool: pg.Pool
  readonly #report: (error: unknown) => never
  readonly #names = new Map<string, string>()
  #lastName = 0
  #waiting: Read[] = []

  /** `driver` takes its connections from the same `pool`, whose clients were created with `pipeline: true`. `report` throws the error that one of the database means to the app. */
  constructor(driver: Driver, pool: pg.Pool, report: (error: unknown) => never) {
    this.#driver = driver
    this.#pool = pool
    this.#report = report
  }

  init = () => this.#driver.init()
  destroy = () => this.#driver.destroy()

  async acquireConnection() {
    return new LazyConnection(
      () => this.#driver.acquireConnection(),
      query => this.#read(query).catch(this.#report),
    )
  }

  async beginTransaction(connection: LazyConnection, settings: TransactionSettings) {
    connection.beginWithNext(reserved => this.#driver.beginTransaction(reserved, settings))
  }

  async commitTransaction({ reserved }: LazyConnection) {
    if (reserved) await this.#driver.commitTransaction(reserved)
  }

  async rollbackTransaction({ reserved }: LazyConnection) {
    if (reserved) await this.#driver.rollbackTransaction(reserved)
  }

  async releaseConnection({ reserved }: LazyConnection) {
    if (reserved) await this.#driver.releaseConnection(reserved)
  }

  #read(query: CompiledQuery): Promise<pg.QueryResult> {
    if (this.#waiting.length === 0) setImmediate(() => void this.#send())
    const read = { query, ...Promise.withResolvers<pg.QueryResult>() }
    this.#waiting.push(read)
    return read.promise
  }

  async #send() {
    const reads = this.#waiting
    this.#waiting = []
    let client: pg.PoolClient
    try {
      client = await this.#pool.connect()
    } catch (error) {
      for (const { reject } of reads) reject(error)
      return
    }
    const { stream } = client.connection
    stream.cork()
    const results = reads.map(({ query, resolve, reject }) =>
      this.#execute(client, query).then(resolve, reject),
    )
    stream.uncork()
    await Promise.all(results)
    client.release()
  }

  async #execute(client: pg.PoolClient, query: CompiledQuery): Promise<pg.QueryResult> {
    const statement = { text: query.sql, values: [...query.parameters] }
    const name = this.#nameOf(query)
    if (name === undefined) return client.query(statement)
    try {
      return await client.query({ ...statement, name })
    } catch (error) {
      if (!isStale(error)) throw error
      if (this.#names.get(query.sql) === name) this.#names.delete(query.sql)
      return client.query(statement)
    }
  }

  #nameOf({ sql: text, parameters }: CompiledQuery): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size === maxNames || parameters.length > maxParametersOfNamed) return undefined
    const name = `s${++this.#lastName}`
    this.#names.set(text, name)
    return name
  }
}

/** Takes a connection out of the pool at the first statement that may not share one. */
class LazyConnection implements DatabaseConnection {
  reserved: DatabaseConnection | undefined
  #begin: ((connection: DatabaseConnection) => Promise<void>) | undefined
  readonly #acquire: () => Promise<DatabaseConnection>
  readonly #read: (query: CompiledQuery) => Promise<pg.QueryResult>

  constructor(
    acquire: () => Promise<DatabaseConnection>,
    read: (query: CompiledQuery) => Promise<pg.QueryResult>,
  ) {
    this.#acquire = acquire
    this.#read = read
  }

  /** `begin` is sent with the next statement, so a transaction costs no round trip before it. */
  beginWithNext(begin: (connection: DatabaseConnection) => Promise<void>) {
    this.#begin = begin
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const begin = this.#begin
    if (!begin && !this.reserved && sharesConnection(query)) {
      const { rows } = await this.#read(query)
      return { rows }
    }
    this.reserved ??= await this.#acquire()
    this.#begin = undefined
    const begun = begin?.(this.reserved)
    // A write is sent after `begin` has succeeded: otherwise it would be committed on its own.
    if (!isRead(query)) await begun
    // A read is sent in the same write as `begin`. If that failed, its result is thrown away.
    const [result] = await Promise.all([this.reserved.executeQuery<R>(query), begun])
    return result
  }

  streamQuery(): never {
    throw new Error('Results are not streamed')
  }
}

/** Ends a read that may take long, `query.modifyEnd(ownConnection)`: others share a connection and would wait for it. */
export const ownConnection = sql`/* own connection */`

/** Writes are queries of other kinds, or stand in `with`. */
const isRead = ({ query }: CompiledQuery) => query.kind === 'SelectQueryNode' && !query.with

/** Locks and `ownConnection` are modifiers at the end. */
const sharesConnection = (query: CompiledQuery) =>
  isRead(query) && !('endModifiers' in query.query && query.query.endModifiers)

/** A migration of another process changed its columns (0A000), or the read that was to prepare it failed (26000). */
const isStale = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'))
