import { type Kysely, sql } from 'kysely'

/** When a member closed the first steps, or completed them. Members who have dropped know how it goes. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table users add first_steps_closed_at timestamptz`.execute(db)
  await sql`update users set first_steps_closed_at = now()
    where id in (select user_id from drop_counts where drops > 0)`.execute(db)
}
