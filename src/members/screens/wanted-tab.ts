type LoginTab = 'sign-in' | 'create-account'

let wanted: LoginTab = 'sign-in'

/** For links that invite: the login page they lead to then opens on Create Account. */
export function wantsAccount() {
  wanted = 'create-account'
}

/** Which tab the login page opens on; said once. */
export function wantedTab(): LoginTab {
  return wanted
}

export function forgetWantedTab() {
  wanted = 'sign-in'
}
