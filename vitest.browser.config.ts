import { defineConfig } from 'vitest/config'

/** Stories in Chromium against the built app, one at a time: they share its processor. */
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
