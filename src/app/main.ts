import { openBrowserBuild } from './pages/browser-build.ts'
import { run } from './run.ts'

// The process that `npm start` runs once everything is built: dist/server/main.js.
await run(process.env, () => openBrowserBuild(process.cwd()))
