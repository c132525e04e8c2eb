import type { IncomingMessage } from 'node:http'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type * as z from 'zod/mini'
import type { Viewer } from '../../contract/viewer.ts'
import {
  type Failure,
  forbidden,
  invalidInput,
  notFound,
  notSignedIn,
  tooLarge,
  unsupportedMediaType,
} from '../errors.ts'
import type { Limiter } from '../limits/call-limits.ts'
import { cutOffSlowBody } from '../limits/slow-body.ts'
import type { WorkBudget } from '../limits/work-budget.ts'
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
import { hasManyValues, hasNul, parseJson } from './json-body.ts'

export type AppEnv = {
  Variables: {
    viewer: Viewer | null
    /** The viewer as of now. */
    findViewer: () => Promise<Viewer | null>
    limiter: Limiter
    budget: WorkBudget
    /** The client as limits count it, see `clientIp`. */
    client: string
    /** The username in the path, as its member spells it. */
    ownName?: string
  }
  Bindings: {
    /** Set for a call that a form makes: its viewer is known, and its work is counted already. */
    form?: { viewer: Viewer | null }
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

type RegisteredCall = {
  endpoint: Endpoint
  /** The handler, given what the schemas of its endpoint have parsed. */
  handler(
    request: Record<'params' | 'query' | 'body', unknown> &
      Pick<Request<Endpoint>, 'c'> & {
        viewer: Viewer | null
      },
  ): unknown
}

const registered = new WeakMap<App, RegisteredCall[]>()

export const registeredCalls = (app: App): readonly RegisteredCall[] => registered.get(app) ?? []

/** A GET route whose responses are the same for all visitors. */
export type SharedRoute = {
  path: string
  /** The query parameters that the response depends on. A query that the schema refuses is not shared; without a schema each is ignored. */
  query?: z.ZodMiniType | undefined
  /** Whether it is the same in each spelling of the parameter `username`; otherwise the app redirects to the member's own. */
  anyCase?: boolean
}

const shared = new WeakMap<App, SharedRoute[]>()

/** The routes in the order of registration; the first that matches a path is its route. */
export const sharedRoutes = (app: App): readonly SharedRoute[] => shared.get(app) ?? []

export const shareRoute = (app: App, route: SharedRoute) =>
  shared.set(app, [...sharedRoutes(app), route])

/** Registers a call with the access, schemas, limits and status of its endpoint. Expected failures are thrown as `Failure`. */
export function handle<E extends Endpoint>(app: App, endpoint: E, handler: Handler<E>) {
  const { method, path } = splitRoute(endpoint.route)
  const call: RegisteredCall = { endpoint, handler: request => handler(request as Request<E>) }
  registered.set(app, [...registeredCalls(app), call])
  if (endpoint.shared) shareRoute(app, { path, query: endpoint.query, anyCase: true })

  app.on(method, path, async c => {
    c.status(endpoint.status ?? 200)
    const response = await respond(call, c)
    if (!endpoint.response) return c.body(null, 204)
    if (endpoint.contentType) {
      c.header('Content-Type', contentTypes[endpoint.contentType])
      return c.body(response as ReadableStream<Uint8Array>)
    }
    return compressedText(c, JSON.stringify(response), 'application/json')
  })
}

type Given = { params: object; query: object }

async function respond({ endpoint, handler }: RegisteredCall, c: Context<AppEnv>) {
  authorize(endpoint.access, c.get('viewer'))
  const { params, query } = parseUrl(endpoint, { params: c.req.param(), query: c.req.query() })
  // A large body is counted before it arrives; a small one after its validation, so that a mistyped form does not count.
  if (isLarge(endpoint)) await inTurnOfWrite(endpoint, c, () => count(endpoint, c))
  return withBody(endpoint, c, body =>
    inTurnOfWrite(endpoint, c, async () => {
      if (endpoint.body) await authorizeAgain(endpoint, c)
      if (!isLarge(endpoint)) await count(endpoint, c, body)
      return handler({ params, query, body, viewer: c.get('viewer'), c })
    }),
  )
}

/** Large bodies are in memory few at a time, until `use` is done with them, because many would fill it. */
async function withBody<Result>(
  endpoint: Endpoint,
  c: Context<AppEnv>,
  use: (body: unknown) => Promise<Result>,
): Promise<Result> {
  if (!endpoint.body) return use(undefined)
  const { body: schema } = endpoint
  if (!isLarge(endpoint)) return use(await readBody(c, endpoint, schema))
  const budget = c.get('budget')
  return budget.runLarge(c.get('client'), async () => {
    const stop = cutOffSlowBody(c.env?.incoming?.socket, () => budget.largeBodies().waiting > 0)
    return use(await readBody(c, endpoint, schema).finally(stop))
  })
}

const smallBody = 64 * 1024

const isLarge = ({ maxBody = smallBody }: Endpoint) => maxBody > smallBody

const parseUrl = ({ params, query }: Endpoint, given: Given) => ({
  params: params && parse(params, given.params),
  query: query && parse(query, given.query),
})

const count = ({ route, limits = [] }: Endpoint, c: Context<AppEnv>, body?: unknown) =>
  c.get('limiter')(c, { call: route, limits, accountId: c.get('viewer')?.id, body })

/** Does nothing for a read, which has its turn already (`server/limit-work.ts`). */
const inTurnOfWrite = <Result>(
  { route }: Endpoint,
  c: Context<AppEnv>,
  work: () => Promise<Result>,
): Promise<Result> =>
  route.startsWith('GET ') ? work() : c.get('budget').run(c.get('client'), work)

/** A body can take a minute to arrive, and the session may have ended meanwhile. */
async function authorizeAgain({ access }: Endpoint, c: Context<AppEnv>) {
  if (!c.get('viewer')) return
  c.set('viewer', await c.get('findViewer')())
  authorize(access, c.get('viewer'))
}

/**
 * The response to a GET of the app's own API that the server makes while it responds to `c`, for the same viewer.
 * Counts against no limit, because a page that visitors share is rendered for no client. Failures are thrown.
 */
export async function getOwn(
  app: App,
  c: Context<AppEnv>,
  route: Route,
  { params = {}, query = {} }: { params?: object; query?: object },
): Promise<unknown> {
  const call = registered.get(app)?.find(other => other.endpoint.route === route)
  if (!call) throw new Error(`There is no call ${route}`)
  const { endpoint, handler } = call
  authorize(endpoint.access, c.get('viewer'))
  const given = parseUrl(endpoint, { params: asText(params), query: asText(query) })
  return handler({ ...given, body: undefined, viewer: c.get('viewer'), c })
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

/** A commit that nobody acknowledged may have been made: a write that ended so must not be called lost. */
export function messageOf({ code, message }: Failure, c: Context): string {
  const isWrite = !['GET', 'HEAD'].includes(c.req.method)
  return code === 'database_unavailable' && isWrite
    ? 'The service is unavailable for a short time. What you sent may not have been saved. Look before you send it again.'
    : message
}

export function presentFailure(failure: Failure, c: Context): Response {
  const { field, retryAfter, extra } = failure.details
  if (retryAfter !== undefined) c.header('Retry-After', String(Math.ceil(retryAfter)))
  const { code, status } = failure
  return c.json({ message: messageOf(failure, c), code, ...(field && { field }), ...extra }, status)
}

function authorize(access: Access, viewer: Viewer | null) {
  if (access === 'anyone') return
  if (!viewer) throw notSignedIn()
  if (access === 'admin' && !viewer.is_admin) throw forbidden()
  if (access === 'dev' && !viewer.is_dev_user) throw forbidden()
}

async function readBody(c: Context, endpoint: Endpoint, schema: z.ZodMiniType): Promise<unknown> {
  const { bodyType, maxBody = smallBody } = endpoint
  const expected = bodyType ?? 'application/json'
  const [given = ''] = (c.req.header('content-type') ?? '').split(';')
  const limitBody = bodyLimit({
    maxSize: maxBody,
    onError: () => {
      throw tooLarge(endpoint.tooLarge)
    },
  })
  let body: unknown
  await limitBody(c, async () => {
    if (given.trim().toLowerCase() !== expected) throw unsupportedMediaType(expected)
    body = bodyType
      ? parse(schema, await c.req.blob())
      : parseText(schema, await c.req.text(), isLarge(endpoint))
  })
  return body
}

function parseText(schema: z.ZodMiniType, text: string, isLarge: boolean): unknown {
  if (isLarge && hasManyValues(text))
    throw invalidInput('The body has more in it than this call takes.')
  const value = parse(schema, parseJson(text))
  // What the schema names is walked only if the text has the escape, which few bodies have.
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

/** Refuses a URL with a NUL before any route: its queries would fail. */
export const rejectNulInUrl: MiddlewareHandler = (c, next) => {
  if (!c.req.url.includes('%00')) return next()
  throw c.req.path.startsWith('/api/') ? containsNul() : notFound('This page')
}
