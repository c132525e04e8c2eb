import { expect, test } from 'vitest'
import { type Client, openTestApp } from '../../../tests/test-app.ts'

const app = await openTestApp()

const notice = 'at most 3 drops reach you by mail'
const page = async (member: Client, path: string) =>
  (await member.call('GET', path)).response.text()

test('Home and Feed tell a member why mail will end, until the address is confirmed', async () => {
  const member = await app.member()
  for (const path of ['/home', '/feed', '/settings']) {
    expect(await page(member, path), path).toContain(notice)
    expect(await page(member, path), path).toContain(member.email)
  }
  const [mail] = await app.mailbox.waitFor(({ to }) => to.includes(member.email))
  const token = /\/email\/confirm\?token=([\w-]+)/.exec(mail?.parsed.text ?? '')?.[1]
  expect((await app.visitor().call('POST', '/api/email/confirm', { token })).status).toBe(200)
  for (const path of ['/home', '/feed', '/settings']) {
    expect(await page(member, path), path).not.toContain(notice)
  }
})
