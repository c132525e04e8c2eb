// Everything is a function of a row's number and a hash, so that no order of execution and no state of
// a generator changes the data. `seed_random(n, salt)` is a number from 0 to 1.

export function seedStatements(members: number, passwordHash: string): [string, string[]][] {
  const visitors = 4 * members
  const tracks = Math.max(1_000, 2 * members)
  return [
    ['Preparation', [randomFunction, trackFunction(tracks), sortMemory, ...removeIndexes]],
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
    [
      'Drops',
      [
        dropCounts,
        trackSequences,
        'create index on seed_sequences (user_id, place)',
        'analyze seed_sequences',
        addDrops,
        restartIdentity('drops'),
      ],
    ],
    ['Tracks of drops', [addDropTracks]],
    ['Lists', [addLists]],
    ['Deliveries', [addDeliveries, recordDeliveries, addReports, addSuppressions]],
    ['Songs that came back', [addReturnedSongs]],
    ['Indexes and foreign keys', [restoreIndexes]],
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

const sortMemory = `select set_config('work_mem', '256MB', true), set_config('maintenance_work_mem', '1GB', true)`

/**
 * Foreign keys, and the indexes that are not unique, are made again when all rows are there: a key that is looked up for
 * each row, and an index that a million rows reach at random, take most of the time otherwise.
 */
const removeIndexes = [
  `create temp table seed_removed on commit drop as
  select 'constraint' as kind, conname as name, conrelid::regclass as owner,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
  union all
  select 'index', relname, indrelid::regclass, pg_get_indexdef(indexrelid)
  from pg_index join pg_class on pg_class.oid = indexrelid
  where not indisunique and relnamespace = 'public'::regnamespace`,
  `do $$ declare removed record; begin
    for removed in select * from seed_removed loop
      if removed.kind = 'index' then execute format('drop index %I', removed.name);
      else execute format('alter table %s drop constraint %I', removed.owner, removed.name); end if;
    end loop;
  end $$`,
]

const restoreIndexes = `
  do $$ declare made text; begin
    for made in select definition from seed_removed order by kind desc loop execute made; end loop;
  end $$`

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

/** Members first: the id of member n is n. Then emails of visitors. */
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
  insert into radr_follows (registry_id, radr_user_id, by_account, search_text, state,
    verified, unsubscribed, unsubscribed_date, created_at, last_subscription_date)
  select follower, first.id + followed, follower <= ${members}, lower(r.email),
    case when state >= 0.95 then 'pending' when state >= 0.92 then 'left' else 'following' end,
    state < 0.95, state >= 0.92 and state < 0.95,
    case when state >= 0.92 and state < 0.95 then date_trunc('day', now()) end, since,
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

const followsOfNamed = (members: number) =>
  addFollows(
    members,
    `select n as follower, 1 as followed from generate_series(2, ${Math.min(members, 100_000)}) n
    union all select n, 3 from generate_series(5, ${Math.min(members, 24)}) n
    union all select 2, n from generate_series(5, ${Math.min(members, 503)}) n`,
  )

/** How many drops a member has made; star has 60. */
const dropCounts = `
  create temp table seed_drop_counts on commit drop as
  select u.id as user_id, ${number} as number, case when ${number} = 1 then 60 when ${number} <= 4 then 12
    else floor(61 * power(pg_temp.seed_random(${number}, 31), 8.5))::integer end as drops
  from users u where u.email like '%@members.example'`

/** A member's own tracks in the order in which they come to the list, each once. */
const trackSequences = `
  create temp table seed_sequences on commit drop as
  select user_id, row_number() over (partition by user_id order by min(draw)) as place,
    ${trackId('track')} as spotify_track_id
  from seed_drop_counts, generate_series(1, 2 * drops + 40) draw,
    lateral (select pg_temp.seed_track(number, draw) as track) drawn
  group by user_id, track`

/** Older drops have no deliveries, as if they had been deleted. */
const firstDelivered = "now() - interval '20 days'"

/**
 * A drop every 7 to 12 days while a member was active. Drop k shows the places k to k + 6 of the member's sequence:
 * number one leaves, the others rise, one is new.
 */
const addDrops = `
  insert into drops (id, user_id, drop_number, note, drop_followers, created_at, enqueued_at,
    delivery_counts, deliveries_pruned_at, movement)
  overriding system value
  select row_number() over (order by created_at, user_id), user_id, drop_number, note,
    floor(coalesce(followers, 0) * drop_number::double precision / drops), created_at, created_at,
    case when created_at <= ${firstDelivered} then '{}'::jsonb end,
    case when created_at <= ${firstDelivered} then created_at end,
    case when drop_number = 1
      then '{"previous_drop":null,"new":7,"back":0,"left":[],"number_one_drops":1}'
      else jsonb_build_object('previous_drop', drop_number - 1, 'new', 1, 'back', 0, 'left',
        jsonb_build_array(jsonb_build_object('spotify_track_id', spotify_track_id, 'rank', 1)),
        'number_one_drops', 1) end
  from (
    select user_id, drop_number, drops,
      date_trunc('day', now()) - interval '1 day' * (
        case when number = 1 then 1 else 60 * power(pg_temp.seed_random(number, 32), 2) end
        + (drops - drop_number) * (7 + 5 * pg_temp.seed_random(number, 33))) as created_at,
      case when pg_temp.seed_random(number * 100 + drop_number, 34) < 0.7
        then 'Number ' || drop_number || ': '
          || (array['play it loud', 'for the train', 'no skips', 'in this order', 'sunday morning'])
            [1 + floor(pg_temp.seed_random(number * 100 + drop_number, 35) * 5)::integer] end as note
    from seed_drop_counts, generate_series(1, drops) drop_number
  ) every
  left join seed_sequences using (user_id)
  left join (
    select radr_user_id, count(*) as followers from radr_follows
    where state = 'following' group by 1
  ) counted on radr_user_id = user_id
  where place = greatest(1, drop_number - 1)`

const addDropTracks = `
  insert into drop_tracks (drop_id, spotify_track_id, rank, previous_rank, peak_rank, drop_count,
    first_drop_number, first_dropped_at)
  select drops.id, spotify_track_id, place - drops.drop_number + 1,
    case when drops.id <> first.id then place - drops.drop_number + 2 end, place - drops.drop_number + 1,
    drops.drop_number - first.drop_number + 1, first.drop_number, first.created_at
  from drops
  join seed_sequences sequence on sequence.user_id = drops.user_id
    and place between drop_number and drop_number + 6
  join drops first on first.user_id = drops.user_id and first.drop_number = greatest(1, place - 6)`

const addLists = `
  insert into tracks (user_id, spotify_track_id, spotify_track_url, rank, via_user_id, created_at)
  select user_id, spotify_track_id, 'https://open.spotify.com/track/' || spotify_track_id, rank,
    case when number > 1 and number % 50 = 1 then ${firstId} + 1 end,
    date_trunc('day', now()) - pg_temp.seed_random(user_id * 10 + rank, 41) * interval '90 days'
  from seed_drop_counts join seed_sequences using (user_id), lateral (
    select place - greatest(1, drops) + 1 - case when number % 3 = 0 then 0 else 1 end as rank
  ) listed
  where rank between 1 and 7 and (number <= 4 or number % 10 <> 9)`

const addDeliveries = `
  insert into drop_notifications (follow_id, drop_id, status, sent_at, attempts, last_error)
  select f.id, d.id, made.state, case when made.state = 'sent' then d.created_at + interval '1 minute' end, 1,
    case made.state when 'failed' then '550 5.1.1 No such mailbox' when 'skipped' then 'left' end
  from drops d join radr_follows f on f.radr_user_id = d.user_id
    and f.state = 'following' and f.created_at <= d.created_at,
  lateral (
    select case when pg_temp.seed_random(f.id, 51) < 0.97 then 'sent'
      when pg_temp.seed_random(f.id, 51) < 0.99 then 'failed' else 'skipped' end as state
  ) made
  where d.created_at > ${firstDelivered}
  order by d.id, f.id`

/** All but the last drop of star, which looks as if it were still being sent. */
const recordDeliveries = `
  update drops set delivery_counts = coalesce(counted.states, '{}')
  from drops d left join (
    select drop_id, jsonb_object_agg(status, count) as states
    from (select drop_id, status, count(*) from drop_notifications group by 1, 2) counts
    group by 1
  ) counted on drop_id = d.id
  where d.id = drops.id and d.delivery_counts is null
    and (d.drop_number < 60 or d.user_id <> ${firstId} + 1)`

const addReports = `
  insert into mail_events (follow_id, notification_id, kind, report, detail, created_at)
  select follow_id, n.id, 'hard', 'smtp ' || n.id, last_error, d.created_at + interval '1 minute'
  from drop_notifications n join drops d on d.id = drop_id where status = 'failed'`

const addSuppressions = `
  insert into suppressed_addresses (email, reason, detail, created_at)
  select lower(address), 'hard', min(detail), min(e.created_at)
  from mail_events e join recipients using (follow_id) group by 1`

/** Adds songs of one in fifty of those who got a drop. */
const addReturnedSongs = `
  insert into returned_songs (drop_id, follow_id, spotify_track_id, words, created_at)
  select drop_id, follow_id, ${trackId('(1 + id % 1000)')}, case when id % 2 = 0 then 'You will like this one' end,
    sent_at + interval '1 day' * pg_temp.seed_random(follow_id, 62)
  from drop_notifications where status = 'sent' and pg_temp.seed_random(id, 61) < 0.02`

/** The ids were inserted explicitly, so the sequences must be advanced past them. */
const restartIdentity = (table: string) =>
  `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`
