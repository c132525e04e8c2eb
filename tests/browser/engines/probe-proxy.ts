import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Stands between a browser and the app, so that every engine reports what went wrong in its pages, gets a session, and
 * loses files, in the same way.
 */
export async function startProbeProxy() {
  const problems: string[] = []
  const state: { appPort: number; refuse: RegExp | null } = { appPort: 0, refuse: null }
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '', 'http://localhost')
    if (state.refuse?.test(url.pathname)) res.destroy()
    else if (url.pathname === '/--probe.js') sendProbe(res)
    else if (url.pathname === '/--problem') void keepProblem(req, res, problems)
    else if (url.pathname === '/--session') giveSession(res, url.searchParams)
    else passOn(req, res, state.appPort, problems)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** What pages reported, and errors of the server, since the start. */
    problems,
    passTo(appUrl: string) {
      state.appPort = Number(new URL(appUrl).port)
    },
    /** Connections that request such a path are closed without a response, until it is `null`. */
    refuse(paths: RegExp | null) {
      state.refuse = paths
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function passOn(req: IncomingMessage, res: ServerResponse, port: number, problems: string[]) {
  const headers = { ...req.headers, 'accept-encoding': 'identity' }
  // A connection for each: one that is kept may be closed by the app just when it is used again.
  const target = { agent: false as const, port, path: req.url, method: req.method, headers }
  const onward = request(target, async response => {
    const { statusCode = 0 } = response
    if (statusCode >= 500 || (statusCode === 404 && req.url?.startsWith('/assets/')))
      problems.push(`${statusCode} for ${req.method} ${req.url}`)
    if (!response.headers['content-type']?.startsWith('text/html')) {
      res.writeHead(statusCode, response.headers)
      response.pipe(res)
      return
    }
    const html = (await response.setEncoding('utf8').toArray()).join('')
    const { 'content-length': _, ...rest } = response.headers
    res.writeHead(statusCode, rest).end(html.replace('<head>', `<head>${probeTag}`))
  })
  // The browser left the page, or the app is being stopped.
  onward.on('error', () => res.destroy())
  req.pipe(onward)
}

const probeTag = '<script src="/--probe.js"></script>'

function sendProbe(res: ServerResponse) {
  res.writeHead(200, { 'content-type': 'text/javascript' }).end(`(${probe})()`)
}

/** Runs in the page, before all other scripts. */
function probe() {
  const report = (text: string) =>
    void navigator.sendBeacon('/--problem', `${location.pathname}: ${text}`)
  addEventListener('error', event => report(`error: ${event.message} ${event.error?.stack ?? ''}`))
  addEventListener('unhandledrejection', event => report(`unhandled rejection: ${event.reason}`))
  addEventListener('securitypolicyviolation', event =>
    report(`content policy: ${event.violatedDirective} ${event.blockedURI}`),
  )
  // biome-ignore lint/suspicious/noConsole: what the page writes there is watched
  const log = console.error
  console.error = (...all) => {
    // A page that is left ends its downloads, and what waits for them says so.
    if (!/could not be loaded/.test(all.join(' '))) report(`console: ${all.join(' ')}`)
    log(...all)
  }
}

async function keepProblem(req: IncomingMessage, res: ServerResponse, problems: string[]) {
  problems.push((await req.setEncoding('utf8').toArray()).join(''))
  res.writeHead(204).end()
}

function giveSession(res: ServerResponse, search: URLSearchParams) {
  res
    .writeHead(302, {
      location: search.get('to') ?? '/',
      'set-cookie': `session=${search.get('token')}; Path=/; HttpOnly; SameSite=Lax`,
    })
    .end()
}
