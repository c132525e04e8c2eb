import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildWhenNeeded } from './build-when-needed.ts'

await buildWhenNeeded()
await import(pathToFileURL(join(process.cwd(), 'dist/server/main.js')).href)
