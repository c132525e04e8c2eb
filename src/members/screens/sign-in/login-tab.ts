import { createStore } from '../../../ui/create-store.ts'

type LoginTab = 'sign-in' | 'create-account'

const initialTab: LoginTab = 'sign-in'
let tab: LoginTab = initialTab

/** The selected tab of the login page. Kept outside it, because links to it may select one. */
export const loginTab = createStore<LoginTab>(() => tab, initialTab)

export function selectLoginTab(selected: LoginTab) {
  tab = selected
  loginTab.notify()
}

/** For links that invite to join. */
export const selectCreateAccount = () => selectLoginTab('create-account')

export const resetLoginTab = () => selectLoginTab(initialTab)
