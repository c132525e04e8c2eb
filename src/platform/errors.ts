import { inspect } from 'node:util'
import { HTTPException } from 'hono/http-exception'
import { type FailureCode, failureCodes } from '../contract/failure-codes.shared.ts'

type Details = {
  field?: string
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  retryAfter?: number
  extra?: Record<string, unknown>
}

/** An expected failure of a request. The code is for programs, the message tells the person what to do next. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly details: Details

  constructor(code: FailureCode, message: string, details: Details = {}) {
    super(message)
    this.code = code
    this.details = details
  }

  get status() {
    return failureCodes[this.code]
  }
}

/** The failure that an error means, `HTTPException`s of Hono included; null when the error was not expected. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof Failure) return error
  if (!(error instanceof HTTPException) || error.status >= 500) return null
  return error.status === 413 ? tooLarge() : badRequest()
}

export const invalidInput = (message: string, field?: string) =>
  new Failure('invalid_input', message, field === undefined ? {} : { field })

export const notSignedIn = () => new Failure('not_signed_in', 'Please sign in to do this.')

export const forbidden = () => new Failure('forbidden', 'You are not allowed to do this.')

export const crossSiteRequest = () =>
  new Failure('cross_site_request', 'This request came from another site and was refused.')

export const otherMember = () =>
  new Failure(
    'other_member',
    'Somebody else is signed in with this browser now. Load the page again.',
  )

export const notFound = (what: string) => new Failure('not_found', `${what} was not found.`)

export const needsJavaScript = () =>
  new Failure('not_found', 'This form needs JavaScript. Please turn it on in your browser first.')

export const tooLarge = (message = 'That is too large to send.') =>
  new Failure('too_large', message)

export const urlTooLong = () =>
  new Failure('address_too_long', 'This address is too long to be one of ours.')

export const unsupportedMediaType = (expected: string) =>
  new Failure('unsupported_media_type', `Send the body as ${expected}.`)

export const rateLimited = (seconds: number) =>
  new Failure('rate_limited', `Too many attempts. Please try again in ${durationText(seconds)}.`, {
    retryAfter: seconds,
  })

function durationText(seconds: number): string {
  const [amount, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 90 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

export const internalError = () =>
  new Failure('internal_error', 'Something went wrong on our side. Please try again.')

const badRequest = () => new Failure('bad_request', 'That is not a request that can be answered.')

/** What was thrown, as an error: Emscripten, for one, throws objects that are none. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(inspect(thrown, { breakLength: Infinity }))

/** The code of a system error, such as ENOENT. */
export const errorCode = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

/** Whether a statement failed because of this constraint or unique index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
