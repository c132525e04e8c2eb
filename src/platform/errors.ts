import type { ContentfulStatusCode } from 'hono/utils/http-status'

type Details = {
  /** The one input at fault. */
  field?: string
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  retryAfter?: number
  /** More members of the JSON answer. */
  extra?: Record<string, unknown>
}

/** An expected refusal: what the person did cannot be done, and the message says what to do next. */
export class Failure extends Error {
  readonly status: ContentfulStatusCode
  /** Stable name for logs and tests; not part of the answer. */
  readonly code: string
  readonly details: Details

  constructor(status: ContentfulStatusCode, code: string, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export const badInput = (message: string, field?: string) =>
  new Failure(400, 'bad_input', message, field === undefined ? {} : { field })

export const signedOut = () => new Failure(401, 'signed_out', 'Please sign in to do this.')

export const notAllowed = () => new Failure(403, 'not_allowed', 'You are not allowed to do this.')

export const foreignOrigin = () =>
  new Failure(403, 'foreign_origin', 'This request came from another site and was refused.')

export const notFound = (what: string) => new Failure(404, 'not_found', `${what} was not found.`)
