import { openBrowserBuild } from '../web/pages/browser-build.ts'
import { run } from './run.ts'

await run(process.env, () => openBrowserBuild(process.cwd()))
