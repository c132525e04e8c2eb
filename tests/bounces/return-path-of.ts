import type { TestApp } from '../test-app.ts'

/** The return path of the newest drop mail to an email; empty without one. The mail that confirms an account has none. */
export function returnPathOf(app: Pick<TestApp, 'mailbox'>, email: string): string {
  const isDrop = ({ to, from }: { to: string[]; from: string }) =>
    to[0] === email && from.startsWith('bounce+')
  return app.mailbox.mails.find(isDrop)?.from ?? ''
}
