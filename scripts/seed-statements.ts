// Everything is a function of a row's number and a hash, so that no order of execution and no state of
// a generator changes the data. `seed_random(n, salt)` is a number from 0 to 1.

/** Statements that fill an empty database, in order, each group with what it makes. */
export function seedStatements(members: number, passwordHash: string): [string, string[]][] {
  const visitors = 4 * members
  const tracks = Math.max(1_000, 2 * members)
  return [
    ['Preparation', [randomFunction, trackFunction(tracks)]],
    ['Members', [addMembers(members, passwordHash), restartIdentity('users')]],
    ['Titles', [addTitles(tracks)]],
    ['Followers', [addSubscribers(members, visitors), restartIdentity('follower_registry')]],
    [
      'Follows',
      [
        // Each row would run a trigger.
        'alter table radr_follows disable trigger user',
        followsOfMembers(members),
        followsOfVisitors(members, visitors),
        followsOfNamed(members),
        'alter table radr_follows enable trigger user',
        'select recount_follows(array(select id from users))',
      ],
    ],
    ['Drops', [addDrops, restartIdentity('drops')]],
    ['Tracks of drops', [addDropTracks, 'select fill_movement(array(select id from users))']],
    ['Lists', [addLists]],
    ['Deliveries', [addDeliveries, 'select recount_deliveries(array(select id from drops))']],
  ]
}

/** Members whom tests and benchmarks sign in as; numbers 1 to 4. */
const named = ['star', 'fan500', 'plain', 'theboss']

const words =
  `luna river ember cedar moss iris otis wren juno sol nova ada ezra fern hugo lark mika nell
  opal pia quinn remy sage tove una vera wes yara zeno arlo basil cleo dara elio flora gus hana ivo jade
  kit leda milo nadia orla paz rosa suki tess uri vito willa xena yves zola amos bea cyrus dot`
    .trim()
    .split(/\s+/)

const randomFunction = `create function pg_temp.seed_random(n bigint, salt bigint) returns double precision
  language sql immutable as
  'select (hashint8extended(n, salt) & 9007199254740991)::double precision / 9007199254740992'`

/** The track at a place of a member's own endless sequence: few tracks are in most lists (Zipf's law). */
const trackFunction = (
  tracks: number,
) => `create function pg_temp.seed_track(member bigint, place bigint)
  returns integer language sql immutable as
  'select floor(power(${tracks}, pg_temp.seed_random(member * 1000 + place, 7)))::integer'`

const trackId = (number: string) => `left(md5('track ' || ${number}), 22)`

/** Rows in order, so that number n has the id \`first + n\`, where \`first\` is the id of an earlier demo member. */
const firstId = `(select coalesce(max(id), 0) from users where email like '%.invalid')`
const number = `(u.id - ${firstId})`

const addMembers = (members: number, passwordHash: string) => `
  insert into users (id, username, password, email, email_confirmed_at, is_admin, spotify_user_id,
    tracks_updated_at, created_at)
  overriding system value
  select first.id + n, name, '${passwordHash}', name || '@members.example', created_at, name = 'theboss',
    case when n % 3 = 0 then name end, date_trunc('day', now()) - pg_temp.seed_random(n, 2) * interval '30 days',
    created_at
  from (select ${firstId} as id) first, generate_series(1, ${members}) n, lateral (
    select coalesce((array['${named.join("','")}'])[n],
        (array['${words.join("','")}'])[1 + floor(pg_temp.seed_random(n, 1) * ${words.length})::integer] || n)
        as name,
      date_trunc('day', now()) - interval '730 days'
        * (case when n <= 4 then 1 else power(pg_temp.seed_random(n, 3), 1.5) end) as created_at
  ) made`

const addTitles = (tracks: number) => `
  insert into track_details (spotify_track_id, title, artist, looked_up_at)
  select ${trackId('n')},
    initcap((array['${words.join("','")}'])[1 + n % ${words.length}]) || ' Song ' || n,
    'The ' || initcap((array['${words.join("','")}'])[1 + (n / 7) % ${words.length}]) || 's', now()
  from generate_series(1, ${tracks}) n
  on conflict do nothing`

/** Members first: the id of member n is n. Then addresses of visitors. */
const addSubscribers = (members: number, visitors: number) => `
  insert into follower_registry (id, email, user_id, created_at)
  overriding system value
  select ${number}, u.email, u.id, u.created_at from users u where u.email like '%@members.example'
  union all
  select ${members} + n, 'visitor' || n || '.'
      || (array['${words.join("','")}'])[1 + floor(pg_temp.seed_random(n, 11) * ${words.length})::integer]
      || '@letters.example',
    null, date_trunc('day', now()) - pg_temp.seed_random(n, 12) * interval '730 days'
  from generate_series(1, ${visitors}) n`

/** \`follower\` follows member number \`followed\`; most are confirmed, some pending, some have left. Fan500 has only confirmed ones. */
const addFollows = (members: number, pairs: string) => `
  insert into radr_follows (registry_id, radr_user_id, by_account, search_text, verified, unsubscribed,
    unsubscribed_date, created_at, last_subscription_date)
  select follower, first.id + followed, follower <= ${members}, lower(r.email), state < 0.95,
    state between 0.92 and 0.95,
    case when state between 0.92 and 0.95 then date_trunc('day', now()) end, since,
    case when state < 0.95 then since end
  from (select ${firstId} as id) first,
    (${pairs}) pairs join follower_registry r on r.id = follower, lateral (
    select case when follower = 2 then 0
        else pg_temp.seed_random(follower::bigint * 1000003 + followed, 21) end as state,
      date_trunc('day', now()) - pg_temp.seed_random(follower::bigint * 1000003 + followed, 22) * interval '700 days'
        as since
  ) made
  where follower <> followed
  order by since
  on conflict do nothing`

/** Few members have most followers (Zipf's law); the named ones are not among them. */
const someMember = (n: string, members: number) =>
  `4 + floor(power(${members - 4}, pg_temp.seed_random(${n}, 23)))::integer`

const followsOfMembers = (members: number) =>
  addFollows(
    members,
    `select n as follower, ${someMember('n::bigint * 1000 + place', members)} as followed
    from generate_series(1, ${members}) n,
      generate_series(1, 1 + floor(20 * pg_temp.seed_random(n, 24))::integer) place
    where n <> 2`,
  )

const followsOfVisitors = (members: number, visitors: number) =>
  addFollows(
    members,
    `select ${members} + n as follower,
      ${someMember(`(${members} + n)::bigint * 1000 + place`, members)} as followed
    from generate_series(1, ${visitors}) n,
      generate_series(1, 1 + floor(4 * pg_temp.seed_random(n, 25))::integer) place`,
  )

/** Everybody follows star, twenty follow plain; fan500 follows star and 499 others. */
const followsOfNamed = (members: number) =>
  addFollows(
    members,
    `select n as follower, 1 as followed from generate_series(2, ${Math.min(members, 100_000)}) n
    union all select n, 3 from generate_series(5, ${Math.min(members, 24)}) n
    union all select 2, n from generate_series(5, ${Math.min(members, 503)}) n`,
  )

/** A drop every 7 to 12 days while a member was active; star has 60. */
const addDrops = `
  insert into drops (id, user_id, drop_number, note, drop_followers, created_at, ledger_filled_at)
  overriding system value
  select row_number() over (order by created_at, user_id), user_id, drop_number, note,
    floor(coalesce(followers, 0) * drop_number::double precision / drops), created_at, created_at
  from (
    select u.id as user_id, drop_number, drops,
      date_trunc('day', now()) - interval '1 day' * (
        case when ${number} = 1 then 1 else 60 * power(pg_temp.seed_random(${number}, 32), 2) end
        + (drops - drop_number) * (7 + 5 * pg_temp.seed_random(${number}, 33))) as created_at,
      case when pg_temp.seed_random(${number} * 100 + drop_number, 34) < 0.7
        then 'Number ' || drop_number || ': '
          || (array['play it loud', 'for the train', 'no skips', 'in this order', 'sunday morning'])
            [1 + floor(pg_temp.seed_random(${number} * 100 + drop_number, 35) * 5)::integer] end as note
    from users u, lateral (
      select case when ${number} = 1 then 60 when ${number} <= 4 then 12
        else floor(61 * power(pg_temp.seed_random(${number}, 31), 8.5))::integer end as drops
    ) made, generate_series(1, drops) drop_number
    where u.email like '%@members.example'
  ) every
  left join (
    select radr_user_id, count(*) as followers from radr_follows
    where verified and not unsubscribed group by 1
  ) counted on radr_user_id = user_id
  where created_at < now()`

/** Drop k shows the places k to k + 6 of the member's sequence: one track leaves, the others rise, one is new. */
const window = (start: string) => `
  select track, row_number() over (order by min(place)) as rank
  from generate_series(${start}, ${start} + 6) place, lateral (
    select pg_temp.seed_track(${number}, place) as track
  ) chosen
  group by track`

const addDropTracks = `
  insert into drop_tracks (drop_id, spotify_track_id, rank)
  select drops.id, ${trackId('track')}, rank
  from drops join users u on u.id = drops.user_id, lateral (${window('drops.drop_number')}) shown
  where u.email like '%@members.example'`

/** Today's lists: two of three members have changed theirs since the last drop, one in ten has none. */
const addLists = `
  insert into tracks (user_id, spotify_track_id, spotify_track_url, rank, created_at)
  select u.id, ${trackId('track')}, 'https://open.spotify.com/track/' || ${trackId('track')}, rank,
    date_trunc('day', now()) - pg_temp.seed_random(u.id * 10 + rank, 41) * interval '90 days'
  from users u, lateral (
    select coalesce(max(drop_number), 1) + case when ${number} % 3 = 0 then 0 else 1 end as start
    from drops where drops.user_id = u.id
  ) last, lateral (${window('start')}) shown
  where u.email like '%@members.example' and (${number} <= 4 or ${number} % 10 <> 9)`

/** Of the drops of the last 20 days; a few failed and a few were skipped. */
const addDeliveries = `
  insert into drop_notifications (follow_id, drop_id, status, sent_at, attempts, last_error)
  select f.id, d.id, state, case when state = 'sent' then d.created_at + interval '1 minute' end, 1,
    case state when 'failed' then '550 5.1.1 No such mailbox' when 'skipped' then 'left' end
  from drops d join radr_follows f on f.radr_user_id = d.user_id
    and f.verified and not f.unsubscribed and f.created_at <= d.created_at,
  lateral (
    select case when pg_temp.seed_random(f.id, 51) < 0.97 then 'sent'
      when pg_temp.seed_random(f.id, 51) < 0.99 then 'failed' else 'skipped' end as state
  ) made
  where d.created_at > now() - interval '20 days'
  order by d.id, f.id`

/** The ids were inserted explicitly, so the sequences must be advanced past them. */
const restartIdentity = (table: string) =>
  `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`
