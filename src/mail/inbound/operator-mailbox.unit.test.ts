import { expect, test } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { createOperatorMailbox } from './operator-mailbox.ts'

const open = (env: Record<string, string>) =>
  createOperatorMailbox(readConfig({ PUBLIC_URL: 'https://radr.example', ...env }), 'back.example')

test('Mail to the sender, to postmaster and to abuse of both domains is for the operator', () => {
  const { isAddress } = open({ MAIL_FROM: 'Radr <News@mail.example>' })
  for (const address of [
    'news@mail.example',
    'NEWS@MAIL.EXAMPLE',
    'postmaster',
    'Postmaster@back.example',
    'postmaster@mail.example',
    'abuse@back.example',
    'abuse@mail.example',
  ])
    expect(isAddress(address), address).toBe(true)
  for (const address of ['news@back.example', 'abuse@else.example', 'abuse', 'x@mail.example'])
    expect(isAddress(address), address).toBe(false)
})

test.each([
  [{}, null, 'see https://radr.example'],
  [{ CONTACT: 'https://radr.example/contact' }, null, 'see https://radr.example/contact'],
  [{ CONTACT: 'hello@radr.example' }, 'hello@radr.example', 'write to hello@radr.example'],
  // Mail would be forwarded to the app itself.
  [{ CONTACT: 'Abuse@back.example' }, null, 'see https://radr.example'],
  [{ CONTACT: 'drops@radr.example' }, null, 'see https://radr.example'],
])('With %j mail of people goes to %j, and its refusal says "%s"', (env, email, refusal) => {
  const mailbox = open(env)
  expect(mailbox.email).toBe(email)
  expect(mailbox.refusal).toBe(`nobody reads mail to this address: ${refusal}`)
})
