import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { supportedBrowsers } from './scripts/supported-browsers.ts'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

/** Modules that run in threads of their own (`src/platform/thread.ts`): they are built as files beside the server's. */
export const threadModules = {
  'embedded-thread': 'src/platform/database/embedded-thread.ts',
  'parse-inbound': 'src/mail/inbound/parse-inbound.ts',
  'read-archive': 'src/archive/read-archive.ts',
}

/** What every page loads, in one file. */
const initial = { name: 'initial', tags: ['$initial' as const] }

/**
 * Small modules and icons that five or more screens and dialogs import, in one file: alone each weighs less
 * than its request. Their dependencies come along, so none of them may import a large library.
 */
const shared = {
  name: 'shared',
  test: /[\\/](src|lucide)[\\/]/,
  minShareCount: 5,
  maxModuleSize: 2500,
}

/** One build makes both sides: `dist/browser`, and `dist/server` with pages and mails rendered by production React. */
export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss()],
  appType: 'custom',
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments))
        await builder.build(environment)
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/browser',
        target: Object.entries(supportedBrowsers).map(([name, version]) => `${name}${version}`),
        manifest: 'manifest.json',
        // The server writes the preloads of a first page; the rest is small enough to be asked for when it is needed.
        modulePreload: false,
        rolldownOptions: {
          input: 'src/web/pages/browser.tsx',
          output: { codeSplitting: { groups: [initial, shared] } },
        },
      },
    },
    ssr: {
      // Our own code and what it is written with is bundled; what `npm ci --omit=dev` installs is not.
      ...(command === 'build' && {
        resolve: { noExternal: true, external: Object.keys(dependencies) },
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      }),
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        target: 'node24',
        rolldownOptions: {
          input: {
            main: 'src/app/main.ts',
            ...threadModules,
          },
          output: { chunkFileNames: '[name].js' },
        },
      },
    },
  },
}))
