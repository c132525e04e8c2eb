export const registrationTexts = {
  invite: 'New accounts need an invitation: open the link that you were given.',
  closed: 'New accounts cannot be created here at the moment.',
}
