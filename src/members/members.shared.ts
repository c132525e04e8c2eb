export const registrationTexts = {
  invite: 'New accounts need an invitation: open the link that you were given.',
  closed: 'New accounts cannot be created here at the moment.',
}

/** Two forms have two texts. The browser compares the passwords; the server is not sent the second one. */
export const registerMismatch = "Passwords don't match"
export const resetMismatch = 'Passwords do not match'
