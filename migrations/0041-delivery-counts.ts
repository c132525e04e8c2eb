import { type Kysely, sql } from 'kysely'

/** Counts of deliveries, kept by triggers; when a drop was mailed is written to follows once, at its end. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const states = ['pending', 'sending', 'sent', 'retry', 'failed', 'skipped', 'unknown']
const columns = states.join(', ')
const each = (text: (state: string) => string, separator = ', ') => states.map(text).join(separator)

/** A trigger function that adds the change of a whole statement. `deliveries` has the changed rows and a sign. */
const countChanges = (name: string, deliveries: string) => `
  create function ${name}() returns trigger language plpgsql as $$
    begin
      insert into delivery_counts as counts (drop_id, shard, ${columns})
      select drop_id, pg_backend_pid() % 4, ${columns}
      from (
        select drop_id, ${each(state => `sum(sign * (status = '${state}')::int)::int as ${state}`)}
        from (${deliveries}) deliveries group by drop_id
      ) changes
      where (${each(state => `${state} <> 0`, ' or ')})
        -- The drop is missing while its own deletion deletes its deliveries.
        and exists (select from drops where drops.id = drop_id)
      order by drop_id
      on conflict (drop_id, shard) do update
      set ${each(state => `${state} = counts.${state} + excluded.${state}`)};
      return null;
    end $$`

const statements = [
  // The count of a drop is the sum of its rows: each connection changes one of four, so that workers which
  // send the same drop seldom wait for each other.
  `create table delivery_counts (
    drop_id integer not null references drops on delete cascade,
    shard smallint not null,
    ${each(state => `${state} integer not null default 0`)},
    primary key (drop_id, shard)
  ) with (fillfactor = 50)`,
  countChanges('count_added_deliveries', 'select *, 1 as sign from added'),
  countChanges('count_removed_deliveries', 'select *, -1 as sign from removed'),
  countChanges(
    'count_changed_deliveries',
    `select drop_id, status, 1 as sign from added
     union all select drop_id, status, -1 as sign from removed`,
  ),
  `create trigger count_added_deliveries after insert on drop_notifications
    referencing new table as added for each statement execute function count_added_deliveries()`,
  `create trigger count_removed_deliveries after delete on drop_notifications
    referencing old table as removed for each statement execute function count_removed_deliveries()`,
  `create trigger count_changed_deliveries after update on drop_notifications
    referencing old table as removed new table as added
    for each statement execute function count_changed_deliveries()`,

  // Counts anew and returns whose counts were wrong. Deliveries and counts are read as of one time, and the
  // difference is added, so that nothing has to wait.
  `create function recount_deliveries(drop_ids integer[]) returns setof integer language sql as $$
    insert into delivery_counts as counts (drop_id, shard, ${columns})
    select wanted.id, 0, ${each(state => `coalesce(counted.${state}, 0) - coalesce(stored.${state}, 0)`)}
    from unnest(drop_ids) wanted (id)
    join drops on drops.id = wanted.id
    left join (
      select drop_id, ${each(state => `count(*) filter (where status = '${state}') as ${state}`)}
      from drop_notifications where drop_id = any(drop_ids) group by drop_id
    ) counted on counted.drop_id = wanted.id
    left join (
      select drop_id, ${each(state => `sum(${state}) as ${state}`)}
      from delivery_counts where drop_id = any(drop_ids) group by drop_id
    ) stored on stored.drop_id = wanted.id
    where ${each(state => `coalesce(counted.${state}, 0) <> coalesce(stored.${state}, 0)`, ' or ')}
    order by wanted.id
    on conflict (drop_id, shard) do update
    set ${each(state => `${state} = counts.${state} + excluded.${state}`)}
    returning drop_id
  $$`,
  `insert into delivery_counts (drop_id, shard, ${columns})
    select drop_id, 0, ${each(state => `count(*) filter (where status = '${state}')`)}
    from drop_notifications group by drop_id`,

  // Earlier releases wrote \`last_drop_email\` with every mail, so earlier drops are recorded.
  'alter table drops add mails_recorded boolean not null default true',
  'alter table drops alter mails_recorded set default false',
  'create index drops_unrecorded on drops (id) where not mails_recorded',
  // After the largest drop this vacuums within a minute, so that lists are read from their index alone again.
  `alter table radr_follows set (autovacuum_vacuum_scale_factor = 0.01,
    autovacuum_vacuum_insert_scale_factor = 0.02)`,

  // What is deleted after a week.
  `create index radr_follows_unconfirmed on radr_follows ((coalesce(last_verification_email, created_at)))
    where not verified and merged_into is null`,
]
