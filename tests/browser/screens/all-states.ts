import { accountStates } from './account-states.ts'
import { adminStates } from './admin-states.ts'
import { dropStates } from './drop-states.ts'
import { homeStates } from './home-states.ts'
import { peopleStates } from './people-states.ts'
import { playerStates } from './player-states.ts'
import type { ScreenState } from './screen-state.ts'
import { shelfStates } from './shelf-states.ts'
import { visitorStates } from './visitor-states.ts'

/** Every screen in every state. */
export const allStates: ScreenState[] = [
  ...visitorStates,
  ...homeStates,
  ...dropStates,
  ...peopleStates,
  ...accountStates,
  ...adminStates,
  ...playerStates,
  ...shelfStates,
]

/** States by their screen, the first word or two of their names; the first of a screen is its usual state. */
export const statesByScreen = Object.groupBy(
  allStates,
  ({ name }) => /^(?:(?:confirm|mail)-)?\w+/.exec(name)?.[0] ?? name,
)
