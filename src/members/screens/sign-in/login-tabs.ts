import { paths } from '../../../contract/paths.shared.ts'

export const loginTabs = ['sign-in', 'create-account', 'signed-out'] as const

/** The path of links that invite to join. */
export const joinPath = `${paths.login}#create-account`

/** The path that leads there from a member's page: the form keeps its covers in view. */
export const joinPathFrom = (username: string) =>
  `${paths.login}?from=${encodeURIComponent(username)}#create-account`

/** Opens the tab for signing in, and says why. */
export const signedOutPath = `${paths.login}#signed-out`

export const yourSevenId = 'your-seven'

/** Where visitors begin a list before they join. */
export const yourSevenPath = `${paths.landing}#${yourSevenId}`
