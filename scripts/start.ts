import { join } from 'node:path'
import { buildWhenNeeded } from './build-when-needed.ts'

await buildWhenNeeded()
await import(join(process.cwd(), 'dist/server/main.js'))
