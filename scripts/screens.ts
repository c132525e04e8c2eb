import { spawnSync } from 'node:child_process'

// Pictures of every screen in every state, into screens/: `npm run screens`, or with the beginnings
// of names (`npm run screens -- home charts-em`) only some.
const beginnings = process.argv.slice(2)
const filter = beginnings.length > 0 ? [`--grep= (${beginnings.join('|')})\\S*$`] : []
const { status } = spawnSync(
  'node_modules/.bin/playwright',
  ['test', '--config=playwright.screens.config.ts', ...filter],
  { stdio: 'inherit' },
)
process.exitCode = status ?? 1
