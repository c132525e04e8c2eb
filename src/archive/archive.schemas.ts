import * as z from 'zod/mini'
import type { Endpoint } from '../platform/endpoint.contract.ts'

export const downloadArchive = {
  access: 'member',
  summary:
    'Everything of the member as a zip file: the list, drops, profile and settings as JSON, tables as CSV, the avatar.',
  limits: [
    { per: 'account', max: 10, seconds: 60 * 60 },
    { per: 'address', max: 30, seconds: 60 * 60 },
  ],
  contentType: 'application/zip',
  response: z.instanceof(ReadableStream),
} satisfies Endpoint
