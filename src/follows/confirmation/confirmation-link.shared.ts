/** How long the link of a mail that asks to confirm a follow works, in milliseconds. */
export const confirmationLinkMs = 7 * 24 * 60 * 60 * 1000

/** The label of the button in the mail, and of the one on the page that it opens. */
export const confirmLabel = 'Yes, send me the drops'
