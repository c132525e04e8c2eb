import * as z from 'zod/mini'
import type { Endpoint } from '../platform/http/endpoint.shared.ts'

/** Some sites send an empty value or 0 where they have no limit. */
const pixels = z.optional(
  z.pipe(
    z.string().check(z.regex(/^\d{0,5}$/, 'A size is a whole number of pixels')),
    z.transform(Number),
  ),
)

export const getOembed = {
  route: 'GET /api/oembed',
  access: 'anyone',
  query: z.object({
    url: z.string().check(z.maxLength(500, 'That is not the address of a profile or a drop')),
    format: z.optional(z.string()),
    maxwidth: pixels,
    maxheight: pixels,
  }),
  response: z.object({
    type: z.literal('rich'),
    version: z.literal('1.0'),
    title: z.string(),
    author_name: z.string(),
    author_url: z.string(),
    provider_name: z.string(),
    provider_url: z.string(),
    /** Seconds. */
    cache_age: z.number(),
    html: z.string(),
    width: z.number(),
    height: z.number(),
    thumbnail_url: z.string(),
    thumbnail_width: z.number(),
    thumbnail_height: z.number(),
  }),
} satisfies Endpoint
