import { buildWhenNeeded } from './build.ts'

await buildWhenNeeded()
await import('./serve.ts')
