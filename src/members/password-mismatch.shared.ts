/** Also without a schema: the server is not sent the second password. */
export const registerMismatch = "Passwords don't match"
export const resetMismatch = 'Passwords do not match'
