import { createHash } from 'node:crypto'
import type { Context as HonoContext } from 'hono'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import * as z from 'zod/mini'
import { compressedText } from '../platform/http/content-encoding.ts'
import { htmlDocument } from '../platform/http/html-document.ts'
import { embedScript } from './screens/embed-assets.ts'
import { EmbedHead, EmbedPage, type EmbedPageProps } from './screens/embed-page.tsx'

/** The document of a list for frames on other sites, in the theme that `?theme=` asks for. */
export function embedFrame(c: HonoContext, frame: EmbedPageProps): Response {
  const { theme } = embedQuery.parse(c.req.query())
  c.header('Content-Security-Policy', policy)
  // The only documents that other sites may show in a frame.
  c.header('X-Frame-Options', undefined)
  c.header('Cache-Control', 'public, max-age=60')
  const head = [renderToStaticMarkup(createElement(EmbedHead, frame))]
  const body = [renderToStaticMarkup(createElement(EmbedPage, frame))]
  return compressedText(c, htmlDocument({ theme, head, body }), 'text/html; charset=utf-8')
}

export const embedQuery = z.object({
  theme: z.catch(z.optional(z.enum(['light', 'dark'])), undefined),
})

const scriptHash = createHash('sha256').update(embedScript).digest('base64')

const policy = [
  "default-src 'none'",
  `script-src 'sha256-${scriptHash}'`,
  "style-src 'unsafe-inline'",
  "img-src 'self' data: https://*.scdn.co https://*.spotifycdn.com",
  'frame-src https://open.spotify.com',
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')
