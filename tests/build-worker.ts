import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { threadModules } from '../scripts/thread-modules.ts'

// Below node_modules, so that the built files find their dependencies.
const folder = 'node_modules/.cache/worker-process'

/** The output of `buildWorker` for tests/worker-process.ts. */
export const workerFile = `${folder}/worker-process.js`
/** The output for bench/fault-table.ts. */
export const faultTableFile = `${folder}/fault-table.js`

/** Compiles what tests and benchmarks run in separate processes, because Node cannot run JSX. */
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
          'fault-table': 'bench/fault-table.ts',
          ...threadModules,
        },
        // Also what both use is beside the modules of threads.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}
