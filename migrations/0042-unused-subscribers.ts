import { type Kysely, sql } from 'kysely'

/** Subscribers who may have no follow any more, so that looking for them does not read every subscriber. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // No foreign key: a row is also added when its subscriber is deleted, and is then removed by the job.
  'create table unused_subscribers (registry_id integer primary key)',
  `create function note_unused_subscribers() returns trigger language plpgsql as $$
    begin
      -- The update locks a row that exists, so that the job does not remove it before this commits.
      insert into unused_subscribers as noted select distinct registry_id from removed order by 1
      on conflict (registry_id) do update set registry_id = noted.registry_id;
      return null;
    end $$`,
  `create trigger note_unused_subscribers after delete on radr_follows
    referencing old table as removed for each statement execute function note_unused_subscribers()`,
  `insert into unused_subscribers
    select id from follower_registry where user_id is null and merged_into is null
      and not exists (select from radr_follows where registry_id = follower_registry.id)`,
]
