import { QueryClient, queryOptions } from '@tanstack/react-query'
import type {
  AnswerOf,
  BodyOf,
  Call,
  Endpoint,
  ParamsOf,
  QueryOf,
} from '../platform/endpoint.contract.ts'

/** A refused or failed call. `status` 0 means that no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly field: string | undefined
  /** The whole answer, for the few refusals that carry more than a message. */
  readonly answer: Record<string, unknown>

  constructor(status: number, message: string, answer: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.field = typeof answer.field === 'string' ? answer.field : undefined
    this.answer = answer
  }
}

/** The server's reason, or ours where it gave none. */
export const errorMessage = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message ? error.message : fallback

type Input<E> = Defined<{ params: ParamsOf<E>; query: QueryOf<E>; body: BodyOf<E> }>
type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] }

/** Makes a call and returns the parsed JSON; throws `ApiError`. */
export async function call<E extends Endpoint>(
  { method, path }: Call<E>,
  input: Input<E>,
  signal?: AbortSignal,
): Promise<AnswerOf<E>> {
  const { params, query, body } = input as { params?: Values; query?: Values; body?: unknown }
  return send(method, addressOf(path, params, query), body, signal) as Promise<AnswerOf<E>>
}

/** The query of a GET call. Its key is the call itself, so server and browser share one cache. */
export function query<E extends Endpoint>(call: Call<E>, input: Input<E>) {
  return queryOptions<AnswerOf<E>, ApiError>({ queryKey: queryKey(call, input) })
}

/** The same where one failure is an expected state (404: missing, 401: signed out): then the data is null. */
export function queryOrNull<E extends Endpoint>(
  call: Call<E>,
  input: Input<E>,
  nullWhen: 401 | 404,
) {
  return queryOptions<AnswerOf<E> | null, ApiError>({
    queryKey: queryKey(call, input),
    meta: { nullWhen },
  })
}

function queryKey<E extends Endpoint>({ path }: Call<E>, input: Input<E>) {
  const { params, query } = input as { params?: Values; query?: Values }
  return [path, params ?? {}, query ?? {}]
}

/** Prefix of every query of a call, to invalidate them together. */
export const keyOf = ({ path }: Call, params?: Values) => (params ? [path, params] : [path])

/** The client of spec section 7: no retry, no refetch on focus. `get` fetches the address of a query. */
export function newQueryClient(get: (address: string, signal: AbortSignal) => Promise<unknown>) {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: 60_000,
        queryFn: async ({ queryKey, signal, meta }) => {
          const [path, params, query] = queryKey as [string, Values, Values]
          try {
            return await get(addressOf(path, params, query), signal)
          } catch (error) {
            if (error instanceof ApiError && error.status === meta?.nullWhen) return null
            throw error
          }
        },
      },
    },
  })
}

export async function send(
  method: string,
  address: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  const response = await fetch(address, {
    method,
    credentials: 'same-origin',
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'No answer from the server. Check your connection and try again.')
  })
  if (response.status === 204) return null
  const text = await response.text()
  const answer = parseAnswer(text)
  if (response.ok) return answer
  const known =
    typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  const message =
    typeof known.message === 'string'
      ? known.message
      : `${response.status}: ${text || response.statusText}`
  throw new ApiError(response.status, message, known)
}

type Values = Record<string, string | number | boolean | undefined>

function addressOf(path: string, params: Values = {}, query: Values = {}) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
  return given.length > 0 ? `${filled}?${search}` : filled
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
