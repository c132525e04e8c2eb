import * as z from 'zod/mini'
import { suppressionReasons } from '../../contract/states.shared.ts'
import { pageNumber, rowId, searchText, wholeNumber } from '../../platform/http/common.schemas.ts'
import { type Endpoint, perHour } from '../../platform/http/endpoint.shared.ts'

/** An email with the first character before the @ and the domain alone. */
const maskedAddress = z.string()

const suppressionSchema = z.object({
  id: z.number(),
  address: maskedAddress,
  /** The account with the email; null if there is none. */
  username: z.nullable(z.string()),
  /** `hard`: the mailbox is gone; `soft`: it fails for now; `complaint`: the person called our mail spam. */
  reason: z.enum(suppressionReasons),
  /** What the mail server said. */
  detail: z.string(),
  created_at: z.string(),
  /** Null for no end. */
  until: z.nullable(z.string()),
})
export type Suppression = z.infer<typeof suppressionSchema>

/** Emails that get no drop mail, the newest first; with `address` that one alone. */
export const listSuppressions = {
  route: 'GET /api/admin/suppressions',
  access: 'admin',
  query: z.object({
    page: pageNumber,
    pageSize: wholeNumber('pageSize', 1, 100, 10),
    address: searchText,
  }),
  response: z.object({ suppressions: z.array(suppressionSchema), total: z.number() }),
} satisfies Endpoint

/** Follows that a complaint has ended stay ended. */
export const removeSuppression = {
  route: 'DELETE /api/admin/suppressions/:id',
  access: 'admin',
  params: z.object({ id: rowId }),
  limits: perHour({ account: 600 }),
} satisfies Endpoint

export const getMailStatus = {
  route: 'GET /api/admin/mail',
  access: 'admin',
  response: z.object({ status: z.string() }),
} satisfies Endpoint

const bounceSchema = z.object({
  id: z.number(),
  address: maskedAddress,
  kind: z.enum(suppressionReasons),
  detail: z.string(),
  created_at: z.string(),
})
export type Bounce = z.infer<typeof bounceSchema>

export const listBounces = {
  route: 'GET /api/admin/bounces',
  access: 'admin',
  response: z.array(bounceSchema),
} satisfies Endpoint
