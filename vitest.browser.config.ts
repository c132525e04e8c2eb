import { defineConfig } from 'vitest/config'

/** Stories in Chromium against the built app, one at a time: they share its processor. */
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine must not fail what a quiet one passes; the output names what was run twice.
    retry: process.env.CI ? 1 : 0,
  },
})
