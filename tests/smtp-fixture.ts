import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, expect } from 'vitest'
import type { Transport } from '../src/mail/mail.ts'
import { openSmtp, type SmtpOptions } from '../src/mail/smtp/smtp-transport.ts'
import { startMailbox } from './mailbox.ts'

/** Transports and mail servers that are closed after each test, whose log must contain no email and no password. */
export function openSmtpFixture() {
  const opened: { close(): Promise<void> }[] = []
  const logged: string[] = []
  const log = pino(
    { level: 'trace' },
    new Writable({ write: (line, _, done) => done(void logged.push(String(line))) }),
  )

  afterEach(async () => {
    const mailboxesLast = opened
      .splice(0)
      .sort((a, b) => Number('mails' in a) - Number('mails' in b))
    for (const one of mailboxesLast) await one.close()
    expect(logged.join('')).not.toMatch(/@|hunter2/)
  })

  return {
    transportTo(url: string, options: Partial<SmtpOptions> = {}): Transport {
      const transport = openSmtp({ url, log, ...options })
      opened.push(transport)
      return transport
    },
    async mailbox(...args: Parameters<typeof startMailbox>) {
      const box = await startMailbox(...args)
      opened.push(box)
      return box
    },
  }
}
