import * as z from 'zod/mini'
import {
  type Endpoint,
  perDay,
  perHour,
  type ResponseOf,
} from '../platform/http/endpoint.shared.ts'

export const maxArchiveBytes = 10 * 1024 * 1024
export const archiveTooLarge =
  'The file is larger than 10 MB. Take followers.csv out of it, which is not imported, and try again.'

export const downloadArchive = {
  route: 'GET /api/user/archive',
  access: 'member',
  limits: perHour({ account: 10, ip: 30 }),
  contentType: 'application/zip',
  response: z.instanceof(ReadableStream),
} satisfies Endpoint

/**
 * Restore the list, drops, profile and avatar of such a zip file into an account without drops whose email is
 * confirmed. Followers, follows and mail choices are not imported, and no mail is sent.
 */
export const importArchive = {
  route: 'POST /api/user/archive',
  access: 'member',
  query: z.object({
    /** What happens to a list that has tracks: `if_empty` fails. */
    list: z._default(z.enum(['if_empty', 'replace', 'keep']), 'if_empty'),
  }),
  body: z.instanceof(Blob),
  bodyType: 'application/zip',
  maxBody: maxArchiveBytes,
  tooLarge: archiveTooLarge,
  // A file of 40 kB can add 5 MB to the database. A member needs two attempts, because the first may ask about the list.
  limits: perDay({ account: 6, ip: 10 }),
  response: z.object({
    /** How many tracks the list has now got; 0 if it was kept. */
    tracks: z.number(),
    drops: z.number(),
    avatar: z.boolean(),
    streamingProfile: z.boolean(),
  }),
} satisfies Endpoint
export type Imported = ResponseOf<typeof importArchive>
