import type { Mail } from '../../src/mail/mail.ts'

/** A mail that is made by no template, and told apart from others by a number. */
export const simpleMail = (n = 1, changes: Partial<Mail> = {}): Mail => ({
  from: { name: 'Radr', address: 'drops@radr.example' },
  to: { address: `fan${n}@fan.example` },
  subject: `Mail ${n}`,
  html: `<p>HTML of ${n}</p>`,
  text: `Text of ${n}`,
  messageId: `<${n}@radr.example>`,
  date: new Date(Date.UTC(2026, 0, n)),
  ...changes,
})
