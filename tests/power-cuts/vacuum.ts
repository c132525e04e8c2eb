import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { vacuum } from '../../src/platform/database/vacuum.job.ts'

// A process of its own, whose changes are recorded: the app does this at night alone.
const database = await openEmbedded(process.env.JOURNALED_FOLDER ?? '')
await vacuum(database.db)
await database.close()
