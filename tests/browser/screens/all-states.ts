import { accountStates } from './account-states.ts'
import { adminStates } from './admin-states.ts'
import { dropStates } from './drop-states.ts'
import { homeStates } from './home-states.ts'
import { peopleStates } from './people-states.ts'
import { playerStates } from './player-states.ts'
import type { ScreenState } from './screen-state.ts'
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
]
