import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations/migrations.ts'
import {
  decidedSkipReasons,
  deliveryStates,
  followingCondition,
  followStates,
  listedCondition,
  mailEventKinds,
  suppressionReasons,
  undeliveredStates,
} from '../../src/contract/states.shared.ts'

/** Where the newest migration of each says which values the code may use: `?` stands for the values. */
const places: Record<string, { text: string; values: readonly string[] }> = {
  deliveryStates: { text: 'check (status in (?))', values: deliveryStates },
  undeliveredStates: {
    text: 'drop_notifications_missed on drop_notifications (drop_id, id) where status in (?)',
    values: undeliveredStates,
  },
  suppressionReasons: { text: 'check (reason in (?))', values: suppressionReasons },
  mailEventKinds: { text: 'check (kind in (?))', values: mailEventKinds },
  decidedSkipReasons: { text: 'create type skip_reason as enum (?)', values: decidedSkipReasons },
  followStates: {
    text: "state text not null default 'pending' check (state in (?))",
    values: followStates,
  },
}

const conditions = [
  `include (state, by_account, search_text) where ${listedCondition}`,
  `f.${followingCondition} as is_following`,
  `where ${followingCondition} group by radr_user_id having sum(sign) <> 0`,
  `where ${followingCondition} and radr_user_id = any(members)`,
]

const schema = Object.values(migrations).flat().map(withoutLines).join('\n')

test.each(Object.entries(places))('The schema has the values of %s', (_name, { text, values }) => {
  const quoted = values.map(value => `'${value}'`).join(', ')
  expect(schema).toContain(text.replace('?', quoted))
})

test.each(conditions)('The schema has the condition of the code in: %s', condition => {
  expect(schema).toContain(condition)
})

test('The text of a migration depends on no code that may change later', async () => {
  const folder = new URL('../../migrations/', import.meta.url)
  const files = (await readdir(folder)).filter(name => /^\d/.test(name))
  expect(files).toHaveLength(Object.keys(migrations).length)
  for (const name of files)
    expect(await readFile(new URL(name, folder), 'utf8'), name).not.toMatch(/\bimport\b/)
})

/** The statement on one line, without the spaces inside of parentheses. */
function withoutLines(statement: string) {
  return statement.replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/ \)/g, ')')
}
