import { expect, test } from 'vitest'
import { simpleMail } from '../../../tests/mails/simple-mail.ts'
import { openSmtpFixture } from '../../../tests/smtp-fixture.ts'

const { transportTo, mailbox } = openSmtpFixture()

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

const rejection = (code: number, text: string) => ({ code, text })

test('Connections are limited in number and reused, and mails are sent in order', async () => {
  const box = await mailbox()
  const many = transportTo(box.url, { connections: 3 })
  const outcomes = await Promise.all(numbers(40).map(n => many.send(simpleMail(n))))
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['sent']))
  await many.send(simpleMail(41))
  expect(box.connections()).toMatchObject({ opened: 3, mostOpen: 3 })
  box.clear()
  const one = transportTo(box.url, { connections: 1 })
  await Promise.all(numbers(10).map(n => one.send(simpleMail(n))))
  expect(box.mails.map(({ parsed }) => parsed.subject)).toEqual(numbers(10).map(n => `Mail ${n}`))
})

test.each([1, 2, 3, 4, 5])(
  'a server that permits %i connections gets all mails on these',
  async permitted => {
    const box = await mailbox()
    box.behave({
      greeting: () =>
        box.connections().open > permitted
          ? rejection(421, '4.7.0 Too many concurrent SMTP connections; please try again later.')
          : 'accept',
    })
    const transport = transportTo(box.url)
    const outcomes = await Promise.all(numbers(60).map(n => transport.send(simpleMail(n))))
    expect(outcomes.filter(({ kind }) => kind !== 'sent')).toEqual([])
    expect(box.mails).toHaveLength(60)
    expect(box.connections().opened).toBeLessThanOrEqual(2 * 10)
  },
)

test.each([1, 2, 5])(
  'a server that permits %i mails at the same time gets all of them',
  async permitted => {
    const box = await mailbox()
    let active = 0
    box.behave({
      // Microsoft 365 says it in reply to a mail.
      sender: () => {
        if (active === permitted)
          return rejection(432, '4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded')
        active++
        return 'accept'
      },
      body: () => {
        active--
        return 'accept'
      },
    })
    const transport = transportTo(box.url)
    const outcomes = await Promise.all(numbers(60).map(n => transport.send(simpleMail(n))))
    expect(outcomes.filter(({ kind }) => kind !== 'sent')).toEqual([])
    expect(box.mails).toHaveLength(60)
  },
)

test('A server that permits more connections again gets more', async () => {
  const box = await mailbox()
  let permitted = 1
  box.behave({
    greeting: () =>
      box.connections().open > permitted ? rejection(421, '4.7.0 too many connections') : 'accept',
  })
  const transport = transportTo(box.url, { connections: 3, timeouts: { growth: 0 } })
  await Promise.all(numbers(20).map(n => transport.send(simpleMail(n))))
  permitted = 3
  await Promise.all(numbers(20).map(n => transport.send(simpleMail(n))))
  expect(box.connections().open).toBe(3)
  expect(box.mails).toHaveLength(40)
})

test('The URL says how many connections may be open', async () => {
  const box = await mailbox()
  const transport = transportTo(`${box.url}?connections=2`)
  await Promise.all(numbers(20).map(n => transport.send(simpleMail(n))))
  expect(box.connections().mostOpen).toBe(2)
})

test('A connection is replaced after a number of mails', async () => {
  const box = await mailbox()
  const transport = transportTo(box.url, { connections: 1, mailsPerConnection: 2 })
  for (const n of numbers(5))
    expect(await transport.send(simpleMail(n))).toMatchObject({ kind: 'sent' })
  expect(box.connections()).toMatchObject({ opened: 3, mostOpen: 1 })
})

test('A mail on a reused connection that the server closes is sent on a new one', async () => {
  const box = await mailbox()
  const transport = transportTo(box.url, { connections: 1 })
  await transport.send(simpleMail(1))
  let drops = 0
  box.behave({ sender: () => (drops++ === 0 ? 'disconnect' : 'accept') })
  expect(await transport.send(simpleMail(2))).toMatchObject({ kind: 'sent' })
  drops = 0
  box.behave({
    recipient: () =>
      drops++ === 0 ? rejection(421, '4.7.0 enough for this connection') : 'accept',
  })
  expect(await transport.send(simpleMail(3))).toMatchObject({ kind: 'sent' })
  expect(box.mails.map(({ parsed }) => parsed.subject)).toEqual(['Mail 1', 'Mail 2', 'Mail 3'])
})

test('An idle connection is closed', async () => {
  const closed = Promise.withResolvers<void>()
  const box = await mailbox({ onClose: () => closed.resolve() })
  await transportTo(box.url, { timeouts: { idle: 30 } }).send(simpleMail(1))
  await closed.promise
})
