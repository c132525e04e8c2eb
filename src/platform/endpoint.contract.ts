import type * as z from 'zod/mini'

/**
 * Who may make a call: `anyone`; a signed-in `member`; a `dev` or an `admin` member.
 */
export type Access = 'anyone' | 'member' | 'dev' | 'admin'

/**
 * How often a call may be made: `max` times in `seconds`, counted for each client address, signed-in
 * account, address of a mailbox in the body's `email`, or that address as tried from one client
 * address. What a limit does not apply to (`account` without a session) it does not count.
 */
export type Limit = {
  per: 'address' | 'account' | 'email' | 'email at address'
  max: number
  seconds: number
}

type Schema = z.ZodMiniType

/** One call of the API: the route parses with it, the browser sends by it, the documentation is made from it. */
export type Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
  W extends Access = Access,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` for each member of `params`. */
  path: string
  access: W
  /** One sentence for the documentation. */
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** Largest body in bytes; 64 kB unless told. */
  maxBody?: number
  /** What somebody is told who sends more. */
  tooLarge?: string
  /** Counted once the request is well-formed, before anything is done. */
  limits?: readonly Limit[]
  /** 200 unless told. */
  status?: 200 | 201 | 202 | 204
  /** Another status that an answer may come with. */
  orStatus?: 202
  answer: Answer
}

export function endpoint<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  A extends Schema,
  const W extends Access,
>(definition: Endpoint<P, Q, B, A, W>): Endpoint<P, Q, B, A, W> {
  return definition
}

export type ParamsOf<E> = E extends { params?: infer P } ? Parsed<P> : undefined
export type QueryOf<E> = E extends { query?: infer Q } ? Parsed<Q> : undefined
export type BodyOf<E> = E extends { body?: infer B } ? Parsed<B> : undefined
export type AnswerOf<E> = E extends { answer: infer A } ? Parsed<A> : never

type Parsed<S> = S extends Schema ? z.infer<S> : undefined
