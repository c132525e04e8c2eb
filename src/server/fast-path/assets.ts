import { glob, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import type { BrowserBuild } from '../../web/pages/browser-build.ts'
import { type ReadyResponse, readyResponse, sendReady } from './ready-response.ts'

type Assets = Map<string, ReadyResponse>

export async function loadAssets(
  { files }: BrowserBuild,
  securityHeaders: [string, string][],
): Promise<Assets> {
  const assets: Assets = new Map()
  if (!files) return assets
  // The root is not in the pattern, where characters of its name could have a meaning.
  for await (const name of glob('**/*.*', { cwd: files.root })) {
    if (name.endsWith('.br')) continue
    const file = join(files.root, name)
    const path = `/${name.replaceAll('\\', '/')}`
    const br = await readFile(`${file}.br`).catch(() => null)
    const headers = [...headersOf(path, files.immutable), ...securityHeaders.filter(isForFiles)]
    const ready = readyResponse(200, headers, await readFile(file), {
      ...(br && { br }),
    })
    assets.set(path, ready)
  }
  return assets
}

export function serveAsset(assets: Assets, request: IncomingMessage, response: ServerResponse) {
  const { method, url = '' } = request
  const asset = assets.get(url.split('?', 1)[0] ?? '')
  if (!asset || (method !== 'GET' && method !== 'HEAD')) return false
  sendReady(asset, request, response)
  return true
}

function headersOf(path: string, immutable: string): [string, string][] {
  const age = path.startsWith(immutable) ? 'max-age=31536000, immutable' : 'max-age=3600'
  return [
    ['content-type', getMimeType(path) ?? 'application/octet-stream'],
    ['cache-control', `public, ${age}`],
    ['vary', 'Accept-Encoding'],
  ]
}

/** Policies are for documents, and would also apply to what the service worker fetches. */
const isForFiles = ([name]: [string, string]) => !name.endsWith('-policy')
