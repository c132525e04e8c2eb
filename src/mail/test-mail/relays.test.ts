import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freePort } from '../../../scripts/temporary-postgres.ts'
import { memberWithFollowers, statesOf } from '../../../tests/drop-audience.ts'
import type { Behaviour, Reply } from '../../../tests/mailbox.ts'
import { minute, openTestApp } from '../../../tests/test-app.ts'
import { describeMail } from '../pausing/mail-controls.ts'
import { sendTestMail } from './send-test-mail.ts'

// Replies of real relays: smtp-relay.gmail.com (greeting), Microsoft 365 (432), Postfix (553, 421), Amazon SES (454).

type Relay = {
  name: string
  /** How it behaves until it is well, or all the time. */
  behaviour: Behaviour
  /** What `mail test` and `mail status` say meanwhile; null for a relay that all mails pass as it is. */
  said: RegExp | null
}

const app = await openTestApp({ BOUNCE_SMTP_PORT: String(await freePort()) })
const { config, db } = app.context
const relay = app.mailbox

const reply = (code: number, text: string): Reply => ({ code, text })

const refusesAt = (command: keyof Behaviour, refusal: Reply, said: RegExp): Relay => ({
  name: `answers the ${command} with ${typeof refusal === 'string' ? refusal : refusal.text}`,
  behaviour: {
    // The relay ends the connections that are open, too.
    ...(command === 'greeting' && { sender: () => 'disconnect' as const }),
    [command]: () => refusal,
  },
  said,
})

const relays: Relay[] = [
  {
    name: 'permits two connections at a time',
    behaviour: {
      greeting: () =>
        relay.connections().open > 2
          ? reply(421, '4.7.0 Too many concurrent SMTP connections; please try again later.')
          : 'accept',
    },
    said: null,
  },
  refusesAt(
    'greeting',
    reply(421, '4.7.0 Try again later, closing connection. (EHLO)'),
    /421 4\.7\.0 Try/,
  ),
  refusesAt('greeting', reply(554, '5.7.1 your host is blocked'), /554 5\.7\.1 your host/),
  refusesAt('greeting', 'disconnect', /closed|ECONN|[Mm]aximum/),
  {
    name: 'accepts account mails and refuses the sender of drop mails',
    behaviour: {
      sender: address =>
        address.startsWith('bounce+')
          ? reply(553, `5.7.1 <${address}>: Sender address rejected: not owned by user drops`)
          : 'accept',
    },
    said: /bounce\+.* of radr\.test is refused: 553 5\.7\.1/,
  },
  {
    name: 'refuses the sender of drop mails at the recipient',
    behaviour: {
      recipient: (_, sender) =>
        sender.startsWith('bounce+')
          ? reply(554, `5.7.1 <${sender}>: Sender address rejected: Access denied`)
          : 'accept',
    },
    said: /bounce\+.* of radr\.test is refused: 554 5\.7\.1/,
  },
  refusesAt('sender', reply(421, '4.3.2 Service shutting down'), /421 4\.3\.2/),
  refusesAt('recipient', reply(421, '4.3.2 Service shutting down'), /421 4\.3\.2/),
  refusesAt('body', reply(421, '4.3.2 Service shutting down'), /421 4\.3\.2/),
  refusesAt(
    'sender',
    reply(454, 'Throttling failure: Maximum sending rate exceeded.'),
    /454 Throttling/,
  ),
]

test.for(relays)(
  'A relay that $name: everybody is mailed in the end, and `mail test` says what a drop meets',
  async ({ behaviour, said }) => {
    const member = await memberWithFollowers(app, 30)
    await relay.waitFor(({ to }) => to.includes(member.email))
    relay.behave(behaviour)
    const tested = await sendTestMail(config, 'operator@mail.test').catch(error => String(error))
    expect(tested).toMatch(said ?? /^The mail server accepted/)
    expect((await member.call('POST', '/api/drops', {})).status).toBe(201)
    if (said) {
      await expect.poll(() => describeMail(db, config)).toMatch(said)
      relay.behave()
    }
    await expect
      .poll(async () => {
        // The mails that were deferred, and the next trial, are due.
        app.pass(minute)
        await sql`
        update mail_flow set next_attempt_at = now() where failing_since is not null`.execute(db)
        return statesOf(member)
      })
      .toMatchObject({ sent: 30 })
    expect(member.reached()).toHaveLength(30)
    expect(new Set(member.reached()).size).toBe(30)
  },
)
