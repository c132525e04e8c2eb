import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { threadModules } from '../vite.config.ts'

// Below node_modules, so that the built files find their dependencies.
const folder = 'node_modules/.cache/worker-process'

/** The output of `buildWorker` for tests/worker-process.ts. */
export const workerFile = `${folder}/worker-process.js`

/** Compiles what tests run in separate processes, because Node cannot run JSX. */
export async function buildWorker() {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    publicDir: false,
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: {
          'worker-process': 'tests/worker-process.ts',
          ...threadModules,
        },
        // Also what several use is beside the modules of threads.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}
