export const statements = [
  `create table push_subscriptions (
    id bigint generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    session_id bigint not null unique references sessions on delete cascade,
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    created_at timestamptz not null default now()
  )`,
  'create index push_subscriptions_user_id on push_subscriptions (user_id)',

  `create table push_follows (
    radr_user_id integer not null references users on delete cascade,
    user_id integer not null references users on delete cascade,
    primary key (radr_user_id, user_id)
  )`,
  'create index push_follows_user_id on push_follows (user_id)',
]
