import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../test-database.ts'

const { db, close } = await openTestDatabase()
afterAll(close)

test('The picture of the tables in docs/tables.md is that of the migrations', async () => {
  const { rows: tables } = await sql<{ line: string }>`
    select relname || coalesce(' {' || string_agg(E'\\n    ' || concat_ws(' ', typname, attname, 'PK'), '' order by place)
      filter (where attname <> 'id') || E'\\n  }', '') as line
    from pg_class
    left join pg_constraint on conrelid = pg_class.oid and contype = 'p'
    left join unnest(conkey) with ordinality as key (number, place) on true
    left join pg_attribute on attrelid = pg_class.oid and attnum = number
    left join pg_type on pg_type.oid = atttypid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'kysely_migration'
    group by relname order by relname`.execute(db)
  // o|: none or one, ||: one, o{: any number.
  const { rows: references } = await sql<{ line: string }>`
    select target.relname || case when attnotnull then ' ||' else ' |o' end || '--' ||
      case when exists (select from pg_index where indrelid = conrelid and indisunique and indkey::text = conkey[1]::text)
        then 'o| ' else 'o{ ' end || source.relname || ' : ' || attname as line
    from pg_constraint
    join pg_class source on source.oid = conrelid
    join pg_class target on target.oid = confrelid
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and source.relnamespace = 'public'::regnamespace
    order by target.relname, source.relname, attname`.execute(db)
  const lines = [...references, ...tables].map(({ line }) => `  ${line}\n`).join('')
  const picture = `\`\`\`mermaid\nerDiagram\n${lines}\`\`\`\n`
  const document = readFileSync('docs/tables.md', 'utf8')
  const drawn = /```mermaid\nerDiagram\n[^`]*```\n/
  expect(document).toMatch(drawn)
  await expect(document.replace(drawn, picture)).toMatchFileSnapshot('../../docs/tables.md')
})

test.each([
  [
    'users',
    'id username password email avatar spotify_user_id is_dev_user is_admin created_at updated_at',
  ],
  ['password_resets', 'id user_id token created_at expires_at'],
  ['follower_registry', 'id email user_id created_at'],
  [
    'radr_follows',
    'id registry_id radr_user_id verification_token verified unsubscribed created_at last_verification_email last_drop_email last_subscription_date unsubscribed_date',
  ],
  ['drop_notifications', 'id follow_id drop_id sent_at status'],
  ['tracks', 'id user_id spotify_track_url spotify_track_id rank created_at updated_at'],
  ['drops', 'id user_id drop_number note drop_followers created_at'],
  ['drop_tracks', 'id drop_id spotify_track_id rank'],
])('The table %s has the columns %s', async (table, columns) => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = ${table}`.execute(
    db,
  )
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(columns.split(' ')))
})

test('Usernames, emails and reset tokens are unique', async () => {
  const { rows } = await sql<{ columns: string }>`
    select tablename || ' ' || split_part(indexdef, ' USING ', 2) as columns
    from pg_indexes where indexdef like 'CREATE UNIQUE %'`.execute(db)
  expect(rows.map(({ columns }) => columns)).toEqual(
    expect.arrayContaining([
      'users btree (lower(username))',
      'users btree (lower(email))',
      'password_resets btree (token)',
      'follower_registry btree (lower(email))',
    ]),
  )
})

test('A drop has no followers and a mail is pending unless something else is said', async () => {
  const { rows } = await sql`
    select column_name, column_default from information_schema.columns
    where column_name = 'drop_followers' or (table_name, column_name) = ('drop_notifications', 'status')
    order by 1`.execute(db)
  expect(rows).toEqual([
    { column_name: 'drop_followers', column_default: '0' },
    { column_name: 'status', column_default: "'pending'::text" },
  ])
})
