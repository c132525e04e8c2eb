import react from '@vitejs/plugin-react'
import { build } from 'vite'

// Below node_modules, so that the built file finds its dependencies.
const folder = 'node_modules/.cache/worker-process'

/** What `buildWorker` makes of tests/worker-process.ts. */
export const workerFile = `${folder}/worker-process.js`

/** Builds the worker that tests kill, because Node reads no JSX. */
export async function buildWorker() {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    publicDir: false,
    build: { ssr: 'tests/worker-process.ts', outDir: folder, emptyOutDir: true },
  })
}
