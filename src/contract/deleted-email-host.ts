/** The host of the email that an account has from its deletion until its rows are removed. It gets no mail. */
export const deletedEmailHost = 'deleted.invalid'
