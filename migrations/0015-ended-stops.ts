/** The link that undoes a stop of all mail finds the follows that the stop ended, also when mail was resumed in another way since. */
export const statements = ['alter table mailboxes add column ended_stop_at timestamptz']
