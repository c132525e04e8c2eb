import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { threadModules } from '../../vite.config.ts'
import { processFolder } from './process-files.ts'

/** Packages that load files of their own. */
const external = [
  '@electric-sql/pglite',
  '@electric-sql/pglite-tools',
  '@node-rs/argon2',
  '@takumi-rs/core',
  'fs-native-extensions',
  'pino',
  'piscina',
  'sharp',
]

/**
 * Compiles what tests run in separate processes: Node cannot run JSX, and more than a hundred of these processes
 * would spend most of a start on finding and reading a thousand modules.
 */
export async function buildProcesses() {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    publicDir: false,
    ssr: { noExternal: true, external },
    build: {
      ssr: true,
      outDir: processFolder,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: {
        input: {
          'worker-process': 'tests/processes/worker-process.ts',
          radr: 'scripts/radr.ts',
          ...threadModules,
        },
        // Chunks that several modules use are beside the modules of threads.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  // Node would parse each file once more to find out that it is a module.
  await writeFile(join(processFolder, 'package.json'), '{"type":"module"}')
}
