import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createServer as createVite } from 'vite'
import type { BrowserBuild } from '../src/app/browser-build.ts'
import type { Services, startServices } from '../src/app/start.ts'
import { readConfig, SettingError } from '../src/platform/config.ts'
import { openDatabase } from '../src/platform/database.ts'
import { migrate } from '../src/platform/migrate.ts'

// The app with its sources compiled by Vite as they are asked for. An edited screen is replaced in the
// open page; an edited route or job restarts the services over the database, which stays open.
const config = readSettings()
const server = createServer()
const vite = await createVite({
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server } },
})
const build = await viteBuild()
const database = await openDatabase(config)
await migrate(database)

let services: Promise<Services> = load()
// Vite reports a failed compilation itself; the page shows it too.
services.catch(() => {})
vite.watcher.on('change', file => {
  const isServed = vite.environments.ssr.moduleGraph.getModulesByFile(file)?.size
  if (!isServed) return
  services = restart(services)
  services.catch(error => console.error(error))
})

server.on('request', (request, response) => {
  vite.middlewares(request, response, async () => {
    try {
      const { app } = await services
      await getRequestListener(app.fetch)(request, response)
    } catch (error) {
      if (error instanceof Error) vite.ssrFixStacktrace(error)
      response.writeHead(500, { 'content-type': 'text/plain' })
      response.end(error instanceof Error ? error.stack : String(error))
    }
  })
})
server.listen(config.port, config.host, async () => {
  const { outbox } = await services
  console.log(`${config.brand} is at ${config.publicUrl}${outbox ? `\nOutbox: ${outbox}` : ''}`)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)

async function load(): Promise<Services> {
  const start = await vite.ssrLoadModule('/src/app/start.ts')
  return (start.startServices as typeof startServices)(config, database, build)
}

async function restart(running: Promise<Services>): Promise<Services> {
  await running.then(
    ({ stop }) => stop(),
    () => {},
  )
  return load()
}

async function stop() {
  server.closeAllConnections()
  await (await services).stop()
  await database.close()
  process.exit(0)
}

/** Pages load the sources through Vite; its inline script is named to the content security policy. */
async function viteBuild(): Promise<BrowserBuild> {
  const page = await vite.transformIndexHtml('/', '<html><head></head><body></body></html>')
  const head = /<head>([\s\S]*)<\/head>/.exec(page)?.[1] ?? ''
  const inline = [...head.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  return {
    files: null,
    scriptHashes: inline.map(
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    ),
    tags: () => `${head}<script type="module" src="/src/app/browser.tsx"></script>`,
  }
}

function readSettings() {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
