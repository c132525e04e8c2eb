import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createServer as createVite, type DevEnvironment, type HotUpdateOptions } from 'vite'
import type { Services, startServices } from '../src/app/services.ts'
import { answerCommand } from '../src/operations/operator/operations.ts'
import { readConfig, SettingError } from '../src/platform/config/config.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'
import type { BrowserBuild } from '../src/web/pages/browser-build.ts'

// Vite compiles the sources on request. An edited screen is replaced in the open page; an edited route
// or job restarts the services over the database, which stays open.
const config = readSettings()
const server = createServer()
const vite = await createVite({
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server } },
  plugins: [{ name: 'restart-services', hotUpdate: restartServices }],
})
// React's refresh would reload the page for a module that exports more than components.
const keepStateOfScreens =
  "<script>window.__getReactRefreshIgnoredExports = () => ['queries']</script>"
const build = await viteBuild()
const database = await openDatabase(config, async request =>
  answerCommand((await services).context, request),
)
await migrate(database)

let services = loadServices()

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

async function loadServices(): Promise<Services> {
  const services = await vite.ssrLoadModule('/src/app/services.ts')
  return (services.startServices as typeof startServices)(config, database, build)
}

/** Called by Vite after an edit, when the modules of the edited file are already out of date. */
function restartServices(this: { environment: DevEnvironment }, { modules }: HotUpdateOptions) {
  if (this.environment.name !== 'ssr' || modules.length === 0) return
  services = stopServices().then(loadServices)
  services.catch(error => console.error(error))
}

async function stopServices() {
  const running = await services.catch(() => null)
  await running?.stop()
}

async function stop() {
  server.closeAllConnections()
  await stopServices()
  await database.close()
  process.exit(0)
}

/** Pages load the sources through Vite; the content security policy names the inline scripts. */
async function viteBuild(): Promise<BrowserBuild> {
  const page = await vite.transformIndexHtml('/', '<html><head></head><body></body></html>')
  const head = (/<head>([\s\S]*)<\/head>/.exec(page)?.[1] ?? '') + keepStateOfScreens
  const inline = [...head.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  return {
    files: null,
    scriptHashes: inline.map(
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    ),
    tags: () => `${head}<script type="module" src="/src/web/pages/browser.tsx"></script>`,
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
