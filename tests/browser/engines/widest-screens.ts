import { statesByScreen } from '../screens/all-states.ts'
import type { Seed } from '../seed/seed-database.ts'

/** Each screen that its URL alone shows, as its usual viewer sees it, and the member with the longest name. */
export const widestScreens = (links: Seed['links']) =>
  Object.values(statesByScreen)
    .flatMap(states => [states?.[0], states?.find(({ name }) => name.endsWith('long-name'))])
    .filter(state => state !== undefined)
    .filter(({ mock, prepare, from }) => !mock && !prepare && !from)
    .map(({ name, as: username, path }) => ({
      name,
      username,
      path: typeof path === 'string' ? path : path(links),
    }))
