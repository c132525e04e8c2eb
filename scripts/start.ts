import { join } from 'node:path'
import { buildWhenNeeded } from './build.ts'

await buildWhenNeeded()
await import(join(process.cwd(), 'dist/server/main.js'))
