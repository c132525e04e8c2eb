import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/** `npm run screens`: pictures of every screen in every state; `npm run screens -- -g home` only of some. */
export default defineConfig({
  ...config,
  reporter: 'list',
  projects: [{ name: 'screens', testMatch: 'screens/pictures.ts', fullyParallel: true }],
})
