import type * as z from 'zod/mini'

/** A call: what the server needs to accept it and the browser to make it. */
export type Endpoint = {
  route: Route
  access: Access
  params?: Schema
  query?: Schema
  body?: Schema
  bodyType?: 'application/zip'
  /** Largest body in bytes; 64 kB by default. */
  maxBody?: number
  /** Message of the 413 for a larger body. */
  tooLarge?: string
  /** Counted after the request is validated, or before the body is read where that may exceed 64 kB. */
  limits?: readonly CallLimit[]
  /** 200 by default. */
  status?: 200 | 201 | 202
  /** A second status that the handler may set. */
  orStatus?: 202
  /** The type of a response that is a stream of bytes instead of JSON. */
  contentType?: 'text/csv' | 'application/zip'
  /** All visitors get the same response, so it is kept for them for up to two seconds. */
  shared?: true
  /** Without a schema the response is a 204. */
  response?: Schema
}

/** Method and path, with `:name` for each member of the endpoint's `params`. */
export type Route = `${Method} /api/${string}`
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export function splitRoute(route: Route): { method: Method; path: string } {
  const [method, path] = route.split(' ') as [Method, string]
  return { method, path }
}

/** Who may make a call: `anyone`; a signed-in `member`; a `dev` or an `admin` member. */
export type Access = 'anyone' | 'member' | 'dev' | 'admin'

/**
 * How often a call may be made: `max` times in `seconds`, counted for each client (`ip`), client without a session
 * (`visitor`), signed-in account, or mailbox of the body's `email` as named by one client: strangers could use up a limit
 * of the mailbox over all clients. A limit that does not apply (`account` without a session) is not counted.
 */
export type CallLimit = {
  per: 'ip' | 'visitor' | 'account' | 'mailbox at ip'
  max: number
  seconds: number
}

export const perMinute = (max: MaxPer) => within(max, 60)
export const perHour = (max: MaxPer) => within(max, 60 * 60)
export const perDay = (max: MaxPer) => within(max, 24 * 60 * 60)

type MaxPer = { [Per in CallLimit['per']]?: number }

const within = (max: MaxPer, seconds: number) =>
  Object.entries(max).map(([per, max]) => ({ per, max, seconds }) as CallLimit)

type Schema = z.ZodMiniType

export type ParamsOf<E> = Parsed<E, 'params'>
export type QueryOf<E> = Parsed<E, 'query'>
export type BodyOf<E> = Parsed<E, 'body'>
export type ResponseOf<E> = Parsed<E, 'response'>

type Parsed<E, Part extends string> =
  E extends Record<Part, infer S extends Schema> ? z.infer<S> : undefined
