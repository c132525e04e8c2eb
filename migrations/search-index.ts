/**
 * For searches of members, where PostgreSQL has pg_trgm or permits installing it. Run at each start, because it may be
 * installed later. The index is looked up first: creating one, even one that exists, waits for every write to its table.
 */
export const addSearchIndex = `do $$ begin
    create extension if not exists pg_trgm;
    if to_regclass('users_username_search') is null then
      create index users_username_search on users using gin (lower(username) gin_trgm_ops)
        with (fastupdate = off);
    end if;
  exception when insufficient_privilege or undefined_file or feature_not_supported then null;
  end $$`
