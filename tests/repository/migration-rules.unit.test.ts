import fc from 'fast-check'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations/migrations.ts'
import { hashOf } from '../../src/platform/database/schema/read-schema.ts'
import { findBlockingStatements } from './migration-rules.ts'

/** Hashes of the statements that 0.1.0 is installed with, on an empty database; such a database has them, too. */
const released = {
  '0001-members': 'fKiERBxdF_7j44r2OpcC3bUiweFfc4L2tB1jOSWD1Lw',
  '0002-tracks': 'LfIhybbzTZwUKP6MRX9uDMMk3erKwfGmXRO1FN0eZwM',
  '0003-drops': 'y-Kxnk-ncXN0k8CzEEhJPyd5GInmAqWjCNlQgY-bPls',
  '0004-mail': '_6KlklQuPIVQBE5Qtnt22ae-yEp5rnV3GdO0ePvf_Fs',
  '0005-subscribers-and-follows': 'kdsRLsZ-m-NyGBiDtAYwZve8Hfv_QGMWKmbKiev3sgY',
  '0006-delivery': 'wjHt72HRNulFfCPc_sr7e5qxlTBLZbU-U7b0LHrfLD4',
  '0007-discovery': 'd3wTxS0feT4aG74UVmGXGSyavtMm64dv9sLk9ivEQT4',
  '0008-push': 'qaOpZd7xJ5QlZzX7VJLYdQ6T7tvveupdcm7_81H_e2E',
  '0009-operation': 'lRynA8aEYBhAvwjnCNR7PJL__i_Dx6ED9kTPFw3g6hc',
}

test('The migrations of 0.1.0 stay as they are, because a start refuses a database of other ones', () => {
  const hashes = Object.entries(migrations).map(([name, statements]) => [name, hashOf(statements)])
  expect(Object.fromEntries(hashes)).toMatchObject(released)
})

test('No migration of a later release stops the one that runs', () => {
  for (const [name, statements] of Object.entries(migrations))
    if (!Object.hasOwn(released, name)) expect(findBlockingStatements(statements), name).toEqual([])
})

const identifier = fc.stringMatching(/^[a-z][a-z_]{2,12}$/)
const type = fc.constantFrom('text', 'integer', 'timestamptz', 'text[]', 'numeric(3, 1)', 'jsonb')

/** A statement that may stand in a migration, of a table that exists. */
const allowed = fc.constantFrom<(table: string, column: string, type: string) => string>(
  (table, column, of) => `alter table ${table} add column ${column} ${of}`,
  (table, column) => `alter table ${table} add column ${column} boolean not null default false`,
  (table, column) => `alter table ${table} add column ${column} text default 'a, b' not null`,
  (table, column) => `alter table ${table} add constraint ${column} check (x > 0) not valid`,
  (table, column) =>
    `alter table ${table} add constraint ${column} foreign key (x) references y on delete cascade not valid`,
  (table, column) => `alter table ${table} alter column ${column} drop not null`,
  (table, column) => `alter table ${table} alter column ${column} set default now()`,
  (table, column) => `alter table ${table} drop column ${column}`,
  table => `alter table ${table} set (autovacuum_vacuum_scale_factor = 0.01)`,
  table => `drop table ${table}`,
)

/** One that reads or writes all rows of a table while others wait, or breaks the release before. */
const blocking = fc.constantFrom<(table: string, column: string, type: string) => string>(
  (table, column) => `create index ${column} on ${table} (x)`,
  (table, column) => `create unique index ${column} on ${table} (x)`,
  (table, column) => `alter table ${table} add column ${column} uuid default gen_random_uuid()`,
  (table, column) => `alter table ${table} add column ${column} timestamptz not null default now()`,
  (table, column, of) => `alter table ${table} add column ${column} ${of} not null`,
  (table, column) => `alter table ${table} add column ${column} integer unique`,
  (table, column) => `alter table ${table} add column ${column} bigserial`,
  (table, column) => `alter table ${table} add column ${column} integer references users`,
  (table, column) =>
    `alter table ${table} add column ${column} bigint generated always as identity`,
  (table, column) =>
    `alter table ${table} add column ${column} text generated always as (lower(x)) stored`,
  (table, column) => `alter table ${table} add column ${column} text, add primary key (x)`,
  (table, column) => `alter table ${table} add constraint ${column} check (x > 0)`,
  (table, column) => `alter table ${table} add constraint ${column} unique (x)`,
  (table, column) => `alter table ${table} add constraint ${column} foreign key (x) references y`,
  (table, column) => `alter table ${table} alter column ${column} set not null`,
  (table, column, of) => `alter table ${table} alter column ${column} type ${of}`,
  (table, column) => `alter table ${table} rename column ${column} to other`,
  (table, column) => `alter table ${table} rename to ${column}`,
  table => `alter table ${table} set logged`,
  (table, column) => `update ${table} set ${column} = 1`,
  table => `delete from ${table} where x`,
  (table, column) => `insert into ${column} (x) select x from ${table}`,
  (table, column) => `create table ${column} as select * from ${table}`,
  table => `truncate ${table}`,
  table => `lock table ${table}`,
  table => `vacuum full ${table}`,
  table => `cluster ${table}`,
  table => `reindex table ${table}`,
  table => `do $$ begin update ${table} set x = 1; end $$`,
  table => `select count(*) from ${table}`,
  table => `with x as (delete from ${table}) select 1`,
)

/** The same statement as somebody else would write it. */
const written = (statement: string) =>
  fc.constantFrom(
    statement,
    statement.replace(/ /g, '\n   '),
    `-- A comment.\n${statement}`,
    statement.replace(/^[a-z]+/, word => word.toUpperCase()),
  )

const statementOf = (form: fc.Arbitrary<(table: string, column: string, type: string) => string>) =>
  fc
    .tuple(form, identifier, identifier, type)
    .chain(([write, table, column, of]) =>
      fc.tuple(fc.constant(table), written(write(table, column, of))),
    )

test('A migration of statements that lock one table for a moment may stand beside a running release', () => {
  fc.assert(
    fc.property(statementOf(allowed), ([, statement]) => {
      expect(findBlockingStatements([statement])).toEqual([])
      expect(
        findBlockingStatements([
          'create table made_here (id integer primary key, user_id integer references users)',
          'create index made_here_user_id on made_here (user_id)',
          'alter table made_here alter column user_id drop not null',
          statement,
          'insert into made_here (id) values (1)',
        ]),
      ).toEqual([])
    }),
  )
})

test('A migration with a statement that reads or writes a whole table, or breaks the release before, is refused', () => {
  fc.assert(
    fc.property(statementOf(blocking), ([, statement]) => {
      expect(findBlockingStatements([statement])).not.toEqual([])
      expect(
        findBlockingStatements(['create table made_here (id integer)', statement]),
      ).not.toEqual([])
    }),
  )
})

test('A migration that locks two tables, or mixes what cannot be in a transaction, is refused', () => {
  fc.assert(
    fc.property(statementOf(allowed), statementOf(allowed), (first, second) => {
      fc.pre(first[0] !== second[0])
      expect(findBlockingStatements([first[1], second[1]])).not.toEqual([])
    }),
  )
  const index = 'create index concurrently users_mood on users (mood)'
  const validation = 'alter table users validate constraint mood_known'
  expect(findBlockingStatements([index])).toEqual([])
  expect(findBlockingStatements([index, index.replaceAll('mood', 'other')])).toEqual([])
  expect(findBlockingStatements([validation])).toEqual([])
  for (const mixed of [
    [index, validation],
    ['alter table users add column mood text', index],
    ['alter table users add column mood text', validation],
  ])
    expect(findBlockingStatements(mixed)).not.toEqual([])
})
