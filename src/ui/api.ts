import { type Query, QueryClient, queryOptions } from '@tanstack/react-query'
import type { FailureCode } from '../contract/failure-codes.shared.ts'
import {
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  type Route,
  splitRoute,
} from '../platform/endpoint.shared.ts'

/** A failed call. `code` is undefined when the response is not ours, such as that of a proxy. */
export class ApiError extends Error {
  readonly code: FailureCode | undefined
  readonly field: string | undefined

  constructor(message: string, { code, field }: { code?: FailureCode; field?: string } = {}) {
    super(message)
    this.code = code
    this.field = field
  }
}

export const failureCode = (error: unknown) => (error instanceof ApiError ? error.code : undefined)

export const errorMessage = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message ? error.message : fallback

/** `app/calls.ts` registers the endpoints of all slices, by route. */
// biome-ignore lint/suspicious/noEmptyInterface: is extended by declaration merging
export interface Register {}
type Calls = Register extends { calls: infer C } ? C : never
type CallRoute = keyof Calls & Route
type GetRoute = Extract<CallRoute, `GET ${string}`>

type Input<R extends CallRoute> = Defined<{
  params: ParamsOf<Calls[R]>
  query: QueryOf<Calls[R]>
  body: BodyOf<Calls[R]>
}>
type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] }

/** Makes a call and returns the parsed JSON; throws `ApiError`. */
export async function call<R extends CallRoute>(
  route: R,
  input: Input<R>,
  signal?: AbortSignal,
): Promise<ResponseOf<Calls[R]>> {
  return send(route, input as RequestInput, signal) as Promise<ResponseOf<Calls[R]>>
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The one failure that makes the data null instead. */
      nullWhen?: FailureCode
    }
  }
}

/** The query of a GET call. Its key is the call itself, so server and browser share one cache. */
export function query<R extends GetRoute>(route: R, input: Input<R>) {
  return queryOptions<ResponseOf<Calls[R]>, ApiError>({ queryKey: queryKey(route, input) })
}

/** The same where one failure is an expected state: then the data is null. */
export function queryOrNull<R extends GetRoute>(route: R, input: Input<R>, nullWhen: FailureCode) {
  return queryOptions<ResponseOf<Calls[R]> | null, ApiError>({
    queryKey: queryKey(route, input),
    meta: { nullWhen },
  })
}

function queryKey<R extends GetRoute>(route: R, input: Input<R>) {
  const { params, query } = input as QueryInput
  return [route, params ?? {}, query ?? {}]
}

/** Prefix of every query of a call, to invalidate them together. */
export const keyOf = (route: GetRoute, params?: Values) => (params ? [route, params] : [route])

/** Of spec section 7: no retry, no refetch on focus, except of what is polled, because polling stops in a hidden tab. */
export function newQueryClient(
  get: (route: Route, input: QueryInput, signal: AbortSignal) => Promise<unknown>,
) {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: query => isPolled(query) && 'always',
        staleTime: 60_000,
        queryFn: async ({ queryKey, signal, meta }) => {
          const [route, params, query] = queryKey as [Route, Values, Values]
          try {
            return await get(route, { params, query }, signal)
          } catch (error) {
            if (meta?.nullWhen && failureCode(error) === meta.nullWhen) return null
            throw error
          }
        },
      },
    },
  })
}

const isPolled = (query: Query) =>
  query.observers.some(({ options: { refetchInterval } }) =>
    typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval,
  )

/** Dispatched on the window when a call was answered that it needs a session. */
export const signedOutEvent = 'signed-out'

export const getByFetch = (route: Route, input: QueryInput, signal: AbortSignal) =>
  send(route, input, signal)

async function send(
  route: Route,
  { params, query, body }: RequestInput,
  signal?: AbortSignal,
): Promise<unknown> {
  const { method, path } = splitRoute(route)
  const response = await fetch(addressOf(path, params, query), {
    method,
    credentials: 'same-origin',
    ...(body !== undefined &&
      (body instanceof Blob
        ? { headers: { 'Content-Type': body.type }, body }
        : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError('No answer from the server. Check your connection and try again.')
  })
  return readJson(response)
}

/** The JSON of a response, undefined for one without a body; throws `ApiError` for a failure. */
async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const text = await response.text()
  const body = parseJson(text)
  if (response.ok) return body
  const { message, ...failure } = { ...(body as Partial<FailureBody> | null) }
  if (failure.code === 'not_signed_in') window.dispatchEvent(new Event(signedOutEvent))
  throw new ApiError(message ?? `${response.status}: ${text || response.statusText}`, failure)
}

type FailureBody = { message: string; code: FailureCode; field?: string }

type QueryInput = { params?: Values; query?: Values }
type RequestInput = QueryInput & { body?: unknown }
type Values = Record<string, string | number | boolean | undefined>

function addressOf(path: string, params: Values = {}, query: Values = {}) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
  return given.length > 0 ? `${filled}?${search}` : filled
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
