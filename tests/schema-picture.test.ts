import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from './test-database.ts'

test('The picture of the tables in docs/ARCHITECTURE.md is that of the migrations', async () => {
  const { db, close } = await openTestDatabase()
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
  await close()
  const lines = [...references, ...tables].map(({ line }) => `  ${line}\n`).join('')
  const picture = `\`\`\`mermaid\nerDiagram\n${lines}\`\`\`\n`
  const document = readFileSync('docs/ARCHITECTURE.md', 'utf8')
  const drawn = /```mermaid\nerDiagram\n[^`]*```\n/
  expect(document).toMatch(drawn)
  await expect(document.replace(drawn, picture)).toMatchFileSnapshot('../docs/ARCHITECTURE.md')
})
