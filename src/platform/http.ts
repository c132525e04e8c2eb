import type { IncomingMessage } from 'node:http'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type * as z from 'zod/mini'
import type { Viewer } from '../contract/viewer.ts'
import { compressedText } from './content-encoding.ts'
import {
  type Access,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  type Route,
  splitRoute,
} from './endpoint.shared.ts'
import {
  type Failure,
  forbidden,
  invalidInput,
  notFound,
  notSignedIn,
  tooLarge,
  unsupportedMediaType,
} from './errors.ts'
import { hasManyValues, hasNul, parseJson } from './json-body.ts'
import type { Limiter } from './limits/call-limits.ts'
import { cutOffSlowBody } from './limits/slow-body.ts'
import type { WorkBudget } from './limits/work-budget.ts'

export type AppEnv = {
  Variables: {
    viewer: Viewer | null
    /** The viewer as of now. */
    findViewer: () => Promise<Viewer | null>
    limiter: Limiter
    budget: WorkBudget
    /** As limits count it, see `clientAddress`. */
    client: string
    /** Of the member whose name the address has, in their spelling. */
    ownName?: string
  }
  Bindings: {
    page?: { viewer: Viewer | null }
    /** The response is for all visitors, and its work is counted already. */
    isShared?: true
    /** Why the request has no response. */
    refused?: Failure
    incoming?: IncomingMessage
  }
}
export type App = Hono<AppEnv>

type Request<E> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  viewer: E extends { access: 'anyone' } ? Viewer | null : Viewer
  c: Context<AppEnv>
}

/** Returns the endpoint's response; another status or headers are set through `c`. */
type Handler<E> = (
  request: Request<E>,
) => E extends { response: object } ? Promise<ResponseOf<E>> | ResponseOf<E> : unknown

type RegisteredCall = { endpoint: Endpoint; respond: Respond }

/** The response for the viewer of `c`; `receive` counts a request against the limits, reads its body and passes it on. */
type Respond = (
  c: Context<AppEnv>,
  given: { params: object; query: object },
  receive?: (use: UseBody) => Promise<unknown>,
) => Promise<unknown>

type UseBody = (body: unknown) => unknown

const registered = new WeakMap<App, RegisteredCall[]>()

export const registeredCalls = (app: App): readonly RegisteredCall[] => registered.get(app) ?? []

/** A GET route whose responses are the same for all visitors. */
export type SharedRoute = {
  path: string
  /** The parameters of the query that the response depends on; without a schema none. Where it refuses the query, the response is not shared. */
  query?: z.ZodMiniType | undefined
  /** Whether it is the same in each spelling of the parameter `username`; otherwise the app redirects to the member's own. */
  anyCase?: boolean
}

const shared = new WeakMap<App, SharedRoute[]>()

/** In the order of registration; the first that matches an address is its route. */
export const sharedRoutes = (app: App): readonly SharedRoute[] => shared.get(app) ?? []

export const shareRoute = (app: App, route: SharedRoute) =>
  shared.set(app, [...sharedRoutes(app), route])

/** Registers a call with the access, schemas, limits and status of its endpoint. Expected failures are thrown as `Failure`. */
export function handle<E extends Endpoint>(app: App, endpoint: E, handler: Handler<E>) {
  const { method, path } = splitRoute(endpoint.route)
  const { access, params, query, body, limits = [], maxBody = smallBody, status = 200 } = endpoint
  const limitBody = bodyLimit({
    maxSize: maxBody,
    onError: () => {
      throw tooLarge(endpoint.tooLarge)
    },
  })

  const respond: Respond = async (c, given, receive) => {
    authorize(access, c.get('viewer'))
    const request = {
      params: params && parse(params, given.params),
      query: query && parse(query, given.query),
    }
    const use: UseBody = body =>
      handler({ ...request, body, viewer: c.get('viewer'), c } as Request<E>)
    return receive ? receive(use) : use(undefined)
  }
  registered.set(app, [...registeredCalls(app), { endpoint, respond }])
  if (endpoint.shared) shareRoute(app, { path, query, anyCase: true })

  async function receive(c: Context<AppEnv>, use: UseBody): Promise<unknown> {
    let received: unknown
    const count = () =>
      c.get('limiter')(c, {
        call: endpoint.route,
        limits,
        accountId: c.get('viewer')?.id,
        body: received,
      })
    const read = async () => {
      if (!body) return
      await limitBody(c, async () => {
        received = await readBody(c, endpoint, body)
      })
    }
    /** A body can take a minute to arrive, and the session may have ended meanwhile. */
    const authorizeAgain = async () => {
      if (!body || !c.get('viewer')) return
      c.set('viewer', await c.get('findViewer')())
      authorize(access, c.get('viewer'))
    }
    const budget = c.get('budget')
    // A read has its turn already, see `app/limit-work.ts`.
    const inTurn = <Result>(work: () => Promise<Result>) =>
      method === 'GET' ? work() : budget.run(c.get('client'), work)
    if (maxBody <= smallBody) {
      // Counted after the validation, so that a mistyped form does not count.
      await read()
      return inTurn(async () => {
        await authorizeAgain()
        await count()
        return use(received)
      })
    }
    // Counted before, and few at a time until they are used, because many of them would fill the memory.
    await inTurn(count)
    return budget.runLarge(c.get('client'), async () => {
      const stop = cutOffSlowBody(c.env?.incoming?.socket, () => budget.largeBodies().waiting > 0)
      await read().finally(stop)
      return inTurn(async () => {
        await authorizeAgain()
        return use(received)
      })
    })
  }

  app.on(method, path, async c => {
    c.status(status)
    const given = { params: c.req.param(), query: c.req.query() }
    const response = await respond(c, given, use => receive(c, use))
    if (!endpoint.response) return c.body(null, 204)
    if (endpoint.contentType) {
      c.header('Content-Type', contentTypes[endpoint.contentType])
      return c.body(response as ReadableStream<Uint8Array>)
    }
    return compressedText(c, JSON.stringify(response), 'application/json')
  })
}

/**
 * The response to a GET of the app's own API that the server makes while it responds to `c`, for the same viewer.
 * It counts against no limit, because a page that visitors share is rendered for no address. Failures are thrown.
 */
export function getOwn(
  app: App,
  c: Context<AppEnv>,
  route: Route,
  { params = {}, query = {} }: { params?: object; query?: object },
): Promise<unknown> {
  const call = registered.get(app)?.find(other => other.endpoint.route === route)
  if (!call) throw new Error(`There is no call ${route}`)
  return call.respond(c, { params: asText(params), query: asText(query) })
}

const asText = (values: object) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )

const contentTypes = {
  'text/csv': 'text/csv; charset=utf-8',
  'application/zip': 'application/zip',
} satisfies Record<NonNullable<Endpoint['contentType']>, string>

const smallBody = 64 * 1024

export function presentFailure(failure: Failure, c: Context): Response {
  const { field, retryAfter, extra } = failure.details
  if (retryAfter !== undefined) c.header('Retry-After', String(Math.ceil(retryAfter)))
  const { message, code, status } = failure
  return c.json({ message, code, ...(field && { field }), ...extra }, status)
}

function authorize(access: Access, viewer: Viewer | null) {
  if (access === 'anyone') return
  if (!viewer) throw notSignedIn()
  if (access === 'admin' && !viewer.is_admin) throw forbidden()
  if (access === 'dev' && !viewer.is_dev_user) throw forbidden()
}

async function readBody(
  c: Context,
  { bodyType, maxBody = smallBody }: Endpoint,
  schema: z.ZodMiniType,
): Promise<unknown> {
  const expected = bodyType ?? 'application/json'
  const [given = ''] = (c.req.header('content-type') ?? '').split(';')
  if (given.trim().toLowerCase() !== expected) throw unsupportedMediaType(expected)
  if (bodyType) return parse(schema, await c.req.blob())
  const text = await c.req.text()
  if (maxBody > smallBody && hasManyValues(text))
    throw invalidInput('The body has more in it than this call takes.')
  const value = parse(schema, parseJson(text))
  // Only what the schema names is walked, and only where the text has the escape, which few bodies have.
  if (text.includes('\\u0000') && hasNul(value)) throw containsNul()
  return value
}

function parse(schema: z.ZodMiniType, value: unknown): unknown {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  const field = issue?.path[0]
  throw invalidInput(
    issue?.message ?? 'Invalid input',
    field === undefined ? undefined : String(field),
  )
}

/** PostgreSQL cannot store U+0000 in text. */
const containsNul = () => invalidInput('Text must not contain the character U+0000.')

/** Before routes of every kind, because their queries would fail: nothing has such an address. */
export const rejectNulInAddress: MiddlewareHandler = (c, next) => {
  if (!c.req.url.includes('%00')) return next()
  throw c.req.path.startsWith('/api/') ? containsNul() : notFound('This page')
}
