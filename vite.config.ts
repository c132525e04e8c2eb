import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractsWithoutSchemas } from './scripts/contracts-without-schemas.ts'

/** Two builds: the browser's (`vite build`) and the renderer of pages and mails (`vite build --ssr`). */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), !isSsrBuild && contractsWithoutSchemas()],
  build: isSsrBuild
    ? {
        outDir: 'dist/render',
        rolldownOptions: { input: 'src/app/render.tsx' },
        copyPublicDir: false,
      }
    : {
        outDir: 'dist/browser',
        manifest: 'manifest.json',
        // The server writes the preloads of a first page; the rest is small enough to be asked for when it is needed.
        modulePreload: false,
        rolldownOptions: {
          input: 'src/app/browser.tsx',
          output: {
            codeSplitting: {
              // What every page loads is one file, not twenty: it packs better. Schemas come with the forms that need them.
              groups: [
                { name: 'shell', tags: ['$initial'], test: id => !keptOut.test(id) },
                { name: 'parts', test: smallParts },
                { name: 'track', test: trackParts },
              ],
              includeDependenciesRecursively: false,
            },
          },
        },
      },
  // The build's only dependencies at run time are React's own, shared with nothing else.
  ssr: { noExternal: true, external: ['react', 'react-dom'] },
  resolve: {
    alias: [
      // React has had this hook of its own since 18.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      // The icons of lucide, made by our own hand.
      {
        find: /^\.\.\/createLucideIcon\.mjs$/,
        replacement: join(import.meta.dirname, 'src/ui/create-icon.ts'),
      },
    ],
  },
  appType: 'custom',
}))

// The entry waits for its screen's module, which imports the shell: in one file they would wait for each other for ever.
const keptOut = /\?schemas|node_modules\/zod|src\/app\/browser\.tsx$/

// What nearly every page shows: as files of their own their heads would weigh more than they do.
const smallParts =
  /src\/ui\/(avatar|badge|day|empty-state|error-state|preload|seeded|share-tags|skeleton)\.tsx?$|src\/drops\/screens\/drop-date|lucide-react\/.*\/(rotate-cw|trophy|users|external-link)\./

const trackParts =
  /src\/tracks\/(screens\/(now-playing|play-button|service-link|track-art|track-player|track-words)|track-link\.contract)\.tsx?(\?schemas)?$|src\/members\/(profile|spotify)-link\.contract|src\/ui\/blip-art|lucide-react\/.*\/play\./
