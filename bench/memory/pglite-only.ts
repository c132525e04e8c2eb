import { setTimeout } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'

// Arguments: a folder, and `our` for the app's options. Prints the resident memory and the peak of a process
// that has opened PGlite and nothing else, in MB, five seconds later: compiling its code takes memory for a while.

const [dataDir = '', settings] = process.argv.slice(2)
const options =
  settings === 'our' && (await import('../../src/platform/database/embedded.ts')).pgliteOptions
const pglite = await PGlite.create({ dataDir, ...options })
await pglite.query('select 1')
await setTimeout(5_000)
process.stdout.write(
  `${process.memoryUsage.rss() / 2 ** 20} ${process.resourceUsage().maxRSS / 2 ** 10}`,
)
await pglite.close()
