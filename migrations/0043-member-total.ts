import { type Kysely, sql } from 'kysely'

/** How many members there are, kept by triggers; the administrators' list shows it on every page. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table member_total (
    id smallint primary key default 1 check (id = 1),
    members integer not null
  ) with (fillfactor = 10)`,
  `create function count_members() returns trigger language plpgsql as $$
    begin
      update member_total set members = members
        + (select count(*) from changed) * case tg_op when 'INSERT' then 1 else -1 end;
      return null;
    end $$`,
  `create trigger count_added_members after insert on users
    referencing new table as changed for each statement execute function count_members()`,
  `create trigger count_removed_members after delete on users
    referencing old table as changed for each statement execute function count_members()`,
  'insert into member_total (members) select count(*) from users',
]
