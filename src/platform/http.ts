import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type * as z from 'zod/mini'
import type {
  Access,
  AnswerOf,
  BodyOf,
  Call,
  Endpoint,
  ParamsOf,
  QueryOf,
} from './endpoint.contract.ts'
import {
  type Failure,
  forbidden,
  invalidInput,
  notSignedIn,
  tooLarge,
  unsupportedMediaType,
} from './errors.ts'
import type { Limiter } from './rate-limit.ts'

/** The signed-in member who makes a request. */
export type Viewer = {
  id: number
  username: string
  email: string
  emailConfirmed: boolean
  isAdmin: boolean
  isDevUser: boolean
}

export type AppEnv = { Variables: { viewer: Viewer | null; limiter: Limiter } }
export type App = Hono<AppEnv>

type Request<E> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  viewer: E extends { access: 'anyone' } ? Viewer | null : Viewer
  c: Context<AppEnv>
}

/** Returns the endpoint's answer; another status or headers are set through `c`. */
type Handler<E> = (request: Request<E>) => Promise<AnswerOf<E>> | AnswerOf<E>

type RegisteredCall = Call & { endpoint: Endpoint }

const registered = new WeakMap<App, RegisteredCall[]>()

/** Every call that was registered on an app, in order. */
export const registeredCalls = (app: App): readonly RegisteredCall[] => registered.get(app) ?? []

/**
 * Registers a call: checks access, parses the request by the endpoint's schemas, counts it against the
 * limits, and answers JSON with the endpoint's status. Expected failures are thrown as `Failure`.
 */
export function handle<E extends Endpoint>(
  app: App,
  { method, path }: Call<NoInfer<E>>,
  endpoint: E,
  handler: Handler<E>,
) {
  registered.set(app, [...registeredCalls(app), { method, path, endpoint }])
  const { access, params, query, body, limits, maxBody = 64 * 1024, status = 200 } = endpoint
  app.on(
    method,
    path,
    bodyLimit({
      maxSize: maxBody,
      onError: () => {
        throw tooLarge(endpoint.tooLarge)
      },
    }),
    async c => {
      const viewer = c.get('viewer')
      admit(access, viewer)
      refuseNul(c.req.url)
      c.status(status)
      const request = {
        params: params && parse(params, c.req.param()),
        query: query && parse(query, c.req.query()),
        body: body && parse(body, await readJson(c)),
      }
      if (limits) {
        await c.get('limiter')(c, {
          call: `${method} ${path}`,
          limits,
          accountId: viewer?.id,
          body: request.body,
        })
      }
      const answer = await handler({ ...request, viewer, c } as Request<E>)
      return status === 204 ? c.body(null, 204) : c.json(answer)
    },
  )
}

/** A failure as JSON: `message`, `code`, and `field` or more where the failure has them. */
export function presentFailure(failure: Failure, c: Context): Response {
  const { field, retryAfter, extra } = failure.details
  if (retryAfter !== undefined) c.header('Retry-After', String(Math.ceil(retryAfter)))
  const { message, code, status } = failure
  return c.json({ message, code, ...(field && { field }), ...extra }, status)
}

function admit(access: Access, viewer: Viewer | null) {
  if (access === 'anyone') return
  if (!viewer) throw notSignedIn()
  if (access === 'admin' && !viewer.isAdmin) throw forbidden()
  if (access === 'dev' && !viewer.isDevUser) throw forbidden()
}

async function readJson(c: Context): Promise<unknown> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw unsupportedMediaType()
  }
  const text = await c.req.text()
  refuseNul(text)
  try {
    return JSON.parse(text)
  } catch {
    throw invalidInput('The body is not valid JSON.')
  }
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
function refuseNul(text: string) {
  if (/\0|\\u0000|%00/i.test(text))
    throw invalidInput('Text must not contain the character U+0000.')
}
