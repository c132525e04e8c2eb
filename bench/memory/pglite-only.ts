import { setTimeout } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { pgliteOptions } from '../../src/platform/database/embedded.ts'

// Arguments: a folder, and `ours` for the app's options. Prints the resident memory of a process that has
// opened PGlite and nothing else, in MB, three seconds later: compiling its code takes memory for a while.

const [dataDir = '', options] = process.argv.slice(2)
const pglite = await PGlite.create({ dataDir, ...(options === 'ours' && pgliteOptions) })
await pglite.query('select 1')
await setTimeout(3_000)
process.stdout.write(String(process.memoryUsage.rss() / 2 ** 20))
await pglite.close()
