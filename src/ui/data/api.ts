import { type Query, QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { FailureCode } from '../../contract/failure-codes.shared.ts'
import {
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  type Route,
  splitRoute,
} from '../../platform/http/endpoint.shared.ts'

/** A failed call. `code` is undefined when the response is not ours, such as that of a proxy. */
export class ApiError extends Error {
  readonly code: FailureCode | undefined
  readonly field: string | undefined
  /** The response's status; 0 without a response. */
  readonly status: number

  constructor(
    message: string,
    { code, field, status = 0 }: { code?: FailureCode; field?: string; status?: number } = {},
  ) {
    super(message)
    this.code = code
    this.field = field
    this.status = status
  }
}

export const failureCode = (error: unknown) => (error instanceof ApiError ? error.code : undefined)

export const errorMessage = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message ? error.message : fallback

/** `app/calls.ts` registers the endpoints of all slices, by route. */
// biome-ignore lint/suspicious/noEmptyInterface: is extended by declaration merging
export interface Register {}
type Calls = Register extends { calls: infer C } ? C : never
export type CallRoute = keyof Calls & Route
type GetRoute = Extract<CallRoute, `GET ${string}`>

export type InputOf<R extends CallRoute> = Defined<{
  params: ParamsOf<Calls[R]>
  query: QueryOf<Calls[R]>
  body: BodyOf<Calls[R]>
}>
export type OutputOf<R extends CallRoute> = ResponseOf<Calls[R]>
type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] }

/** Makes a call and returns the parsed JSON; throws `ApiError`. What queries have read is stale after a change. */
export async function call<R extends CallRoute>(
  route: R,
  input: InputOf<R>,
  signal?: AbortSignal,
): Promise<OutputOf<R>> {
  const act = () => ask(route, input, signal)
  return route.startsWith('GET ') ? act() : asOneChange(act)
}

/** `call` for a route that changes nothing, whatever its method. */
export const ask = <R extends CallRoute>(route: R, input: InputOf<R>, signal?: AbortSignal) =>
  send(route, input as RequestInput, signal) as Promise<OutputOf<R>>

/** Runs one or several calls. Nothing is refetched before the last change under way has ended. */
export async function asOneChange<T>(act: () => Promise<T>): Promise<T> {
  running++
  try {
    const result = await act()
    isStale = true
    return result
  } catch (error) {
    // The page was out of date, or the change was perhaps made although the database did not confirm it.
    if (error instanceof ApiError && [404, 409, 503].includes(error.status)) isStale = true
    throw error
  } finally {
    running--
    clearTimeout(timer)
    timer = setTimeout(reportChange, 50)
  }
}

let running = 0
let isStale = false
let timer: ReturnType<typeof setTimeout> | undefined

function reportChange() {
  if (!isStale || running > 0) return
  isStale = false
  changeEvents.dispatchEvent(new Event('change'))
  otherTabs?.postMessage('change')
}

const changeEvents = new EventTarget()
/** Opened in a browser alone: in Node it would keep the process alive. */
let otherTabs: BroadcastChannel | undefined

/** Refetches what is shown after each change, of another tab as well, and the rest when it is next shown. */
export function refetchAfterChanges(client: QueryClient) {
  const refetch = () => refetchAll(client)
  changeEvents.addEventListener('change', refetch)
  otherTabs ??= new BroadcastChannel('changes')
  otherTabs.addEventListener('message', refetch)
}

export const refetchAll = (client: QueryClient) =>
  void client.invalidateQueries({ predicate: ({ meta }) => !meta?.ignoresChanges })

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The one failure that makes the data null instead. */
      nullWhen?: FailureCode
      /** Changes do not make the data stale: those that concern it set it, or it does not change while it is read. */
      ignoresChanges?: boolean
    }
  }
}

/** The query of a GET call. Its key is the call itself, so server and browser share one cache. */
export function query<R extends GetRoute>(route: R, input: InputOf<R>) {
  return queryOptions<ResponseOf<Calls[R]>, ApiError>({ queryKey: queryKey(route, input) })
}

/** The same where one failure is an expected state: then the data is null. */
export function queryOrNull<R extends GetRoute>(
  route: R,
  input: InputOf<R>,
  nullWhen: FailureCode,
  { ignoresChanges = false } = {},
) {
  return queryOptions<ResponseOf<Calls[R]> | null, ApiError>({
    queryKey: queryKey(route, input),
    meta: { nullWhen, ignoresChanges },
  })
}

function queryKey<R extends GetRoute>(route: R, input: InputOf<R>) {
  const { params, query } = input as QueryInput
  return [route, params ?? {}, query ?? {}]
}

/** Prefix of every query of a call, to invalidate them together. */
export const keyOf = (route: GetRoute, params?: Values) => (params ? [route, params] : [route])

/** Takes a query whose data are pages, too (`infiniteQueryOptions`): what a page adds to the call's query is its `pageParam`. */
export const prefetch = (client: QueryClient, query: { queryKey: QueryKey }) =>
  'initialPageParam' in query
    ? client.prefetchInfiniteQuery({ ...query, initialPageParam: query.initialPageParam })
    : client.prefetchQuery(query)

/** No retry and no refetch on focus (spec section 7), except for what is polled, because polling stops in a hidden tab. */
export function newQueryClient(
  get: (route: Route, input: QueryInput, signal: AbortSignal) => Promise<unknown>,
) {
  return new QueryClient({
    defaultOptions: {
      // Without a connection a change fails at once, instead of being made later.
      mutations: { networkMode: 'always' },
      queries: {
        retry: false,
        refetchOnWindowFocus: query => isPolled(query) && 'always',
        staleTime: 60_000,
        // A paused query would neither fail nor end the navigation that waits for it.
        networkMode: 'always',
        refetchOnReconnect: true,
        queryFn: async ({ queryKey, signal, meta, pageParam }) => {
          const [route, params, query] = queryKey as [Route, Values, Values]
          try {
            return await get(
              route,
              { params, query: { ...query, ...(pageParam as Values | undefined) } },
              signal,
            )
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

/** The key of the member for whom the page is, or `none`. Undefined on pages that do not say. */
let readViewer: () => string | undefined = () => undefined

export function setViewer(read: typeof readViewer) {
  readViewer = read
}

/** Dispatched on the window when a call was answered that it needs a session. */
export const signedOutEvent = 'signed-out'

export const getByFetch = (route: Route, input: QueryInput, signal: AbortSignal) =>
  send(route, input, signal)

/** Browsers refuse more than 64 kB in all requests with `keepalive` together. */
const isSmall = (content: string | Blob | undefined) =>
  !(content instanceof Blob) && (content?.length ?? 0) < 4_000

async function send(
  route: Route,
  { params, query, body }: RequestInput,
  signal?: AbortSignal,
): Promise<unknown> {
  const { method, path } = splitRoute(route)
  const viewer = readViewer()
  const contentType = body instanceof Blob ? body.type : body !== undefined && 'application/json'
  const content = body === undefined || body instanceof Blob ? body : JSON.stringify(body)
  const response = await fetch(urlOf(path, params, query), {
    method,
    credentials: 'same-origin',
    headers: {
      ...(viewer !== undefined && { 'X-Member': viewer }),
      ...(contentType && { 'Content-Type': contentType }),
    },
    ...(content !== undefined && { body: content }),
    // A change arrives even if its page is left at once.
    keepalive: method !== 'GET' && isSmall(content),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(noAnswer)
  })
  return readJson(response)
}

const noAnswer = 'No answer from the server. Check your connection and try again.'

/**
 * The JSON of a response, undefined for one without a body; throws `ApiError` for a failure, and for a page
 * that a proxy or a hotel's network sent in place of the response.
 */
async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const text = await response.text()
  const body = parseJson(text)
  if (response.ok && body === undefined) throw new ApiError(noAnswer)
  if (response.ok) return body
  const { message, ...failure } = { ...(body as Partial<FailureBody> | null | undefined) }
  if (failure.code === 'not_signed_in') window.dispatchEvent(new Event(signedOutEvent))
  if (failure.code === 'other_member') window.location.reload()
  const { status, statusText } = response
  throw new ApiError(message ?? `${status}: ${text || statusText}`, { ...failure, status })
}

type FailureBody = { message: string; code: FailureCode; field?: string }

type QueryInput = { params?: Values; query?: Values }
type RequestInput = QueryInput & { body?: unknown }
type Values = Record<string, string | number | boolean | undefined>

function urlOf(path: string, params: Values = {}, query: Values = {}) {
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
    return undefined
  }
}
