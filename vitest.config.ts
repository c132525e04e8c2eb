import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    exclude: ['tests/e2e/**'],
    globalSetup: 'tests/prepare-database.ts',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A busy machine must not fail what a quiet one passes; the output names what was run twice.
    retry: process.env.CI ? 1 : 0,
    coverage: {
      include: ['src/**/*.ts'],
      // Screens are covered by the stories in a browser.
      exclude: ['src/*/screens/**', 'src/ui/**', '**/*.test.ts'],
      reporter: ['text-summary'],
      reportOnFailure: true,
    },
  },
})
