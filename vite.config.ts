import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Two builds: the browser's (`vite build`) and the renderer of pages and mails (`vite build --ssr`). */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  build: isSsrBuild
    ? {
        outDir: 'dist/render',
        rolldownOptions: { input: 'src/app/render.tsx' },
        copyPublicDir: false,
      }
    : {
        outDir: 'dist/browser',
        manifest: 'manifest.json',
        modulePreload: { polyfill: false },
        rolldownOptions: { input: 'src/app/browser.tsx' },
      },
  // The build's only dependencies at run time are React's own, shared with nothing else.
  ssr: { noExternal: true, external: ['react', 'react-dom'] },
  appType: 'custom',
}))
