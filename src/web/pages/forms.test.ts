import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { memberWithFollowers } from '../../../tests/drop-audience.ts'
import { openTestApp } from '../../../tests/test-app.ts'
import { unsubscribeTokenOf } from '../../../tests/unsubscribe-token-of.ts'

const app = await openTestApp()
const { db } = app.context

afterEach(() => sql`drop function if exists fail() cascade`.execute(db))

/** Makes each change of a follow fail with an SQLSTATE. */
async function failWith(sqlState: string) {
  await sql
    .raw(`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'broken' using errcode = '${sqlState}'; end $$`)
    .execute(db)
  await sql`create trigger fail before update on radr_follows execute function fail()`.execute(db)
}

/** What a browser without JavaScript sends and shows. */
async function submit(path: string, fields: Record<string, string>) {
  const { response } = await app.visitor().call('POST', path, String(new URLSearchParams(fields)), {
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    'content-type': 'application/x-www-form-urlencoded',
  })
  return { response, page: response.status === 303 ? '' : await response.text() }
}

async function newFollow() {
  const star = await memberWithFollowers(app, 1)
  const { id } = await db
    .selectFrom('radr_follows')
    .select('id')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const count = async () =>
    (
      await star.call<{ followerCount: number }>(
        'GET',
        `/api/users/${star.username}/followers-count`,
      )
    ).body.followerCount
  return { token: await unsubscribeTokenOf(app.context, id), count }
}

test.each([
  [
    '57P01',
    503,
    'Radr is unavailable for a short time',
    'What you sent may not have been saved. Look before you send it again.',
  ],
  ['53100', 503, 'Radr is unavailable for a short time', 'our disk is full'],
  ['XX000', 500, 'Something went wrong', 'Something went wrong on our side.'],
])(
  'A form sent without JavaScript that fails with SQLSTATE %s says in words what became of it and what to do',
  async (sqlState, status, heading, message) => {
    const follow = await newFollow()
    await failWith(sqlState)
    const { response, page } = await submit('/unsubscribe', { token: follow.token })
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(response.headers.has('retry-after')).toBe(status === 503)
    for (const words of [heading, message, 'Go back to the page before this one to send it again.'])
      expect(page).toContain(words)
    expect(page).not.toContain('http-equiv')
    // A commit that nobody acknowledged may have been made.
    expect(page.includes('was not saved')).toBe(sqlState !== '57P01')
    expect(await follow.count()).toBe(1)

    await sql`drop function fail() cascade`.execute(db)
    const again = await submit('/unsubscribe', { token: follow.token })
    expect(again.response.headers.get('location')).toMatch(/^\/unsubscribe\?done=1/)
    expect(await follow.count()).toBe(0)
  },
)

test('A form that is too large to be read, sent without JavaScript, is rejected in words', async () => {
  const { response, page } = await submit('/unsubscribe', { token: 'x'.repeat(9_000) })
  expect(response.status).toBe(413)
  expect(page).toContain('That is too large to send.')
})

test('A form that works with JavaScript only says so', async () => {
  const { response, page } = await submit('/login', { email: 'ann@mail.test', password: 'secret!' })
  expect(response.status).toBe(404)
  expect(page).toContain('This form needs JavaScript.')
  expect(page).not.toContain('secret!')
})
