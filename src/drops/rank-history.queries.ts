import type { Queryable } from '../platform/database.ts'
import type { RankedTrack, RankHistory } from './drops.schemas.ts'
import { dropsPageSize } from './drops.shared.ts'

/** The ranks of all tracks on a page of a member's drops: the newest, or those before a drop. */
export async function findRankHistory(
  db: Queryable,
  userId: number,
  before: number | undefined,
): Promise<RankHistory> {
  const rows = await selectRanks(db, userId, before)
  const numbers = [...new Set(rows.map(row => row.drop_number))]
  const hasOlder = numbers.length > dropsPageSize
  const shown = hasOlder ? numbers.slice(1) : numbers
  const places = new Map(shown.map((number, index) => [number, index]))
  const drops = new Map<number, RankHistory['drops'][number]>()
  const tracks = new Map<string, RankedTrack>()
  for (const { drop_number, created_at, rank, ...track } of rows) {
    const index = places.get(drop_number)
    if (index === undefined) continue
    drops.set(drop_number, { drop_number, created_at: created_at.toISOString() })
    const ranked = tracks.get(track.spotify_track_id) ?? { ...track, ranks: shown.map(() => null) }
    ranked.ranks[index] = rank
    tracks.set(track.spotify_track_id, ranked)
  }
  return {
    drops: [...drops.values()],
    tracks: [...tracks.values()],
    older: hasOlder ? (shown[0] ?? null) : null,
  }
}

/** Selects one more drop than a page has, which shows whether there are older ones. The oldest drop is first. */
function selectRanks(db: Queryable, userId: number, before: number | undefined) {
  return db
    .with('page', query =>
      query
        .selectFrom('drops')
        .select(['id', 'drop_number', 'created_at'])
        .where('user_id', '=', userId)
        .$if(before !== undefined, drops => drops.where('drop_number', '<', before ?? 0))
        .orderBy('drop_number', 'desc')
        .limit(dropsPageSize + 1),
    )
    .with('newest', query =>
      query
        .selectFrom('drop_tracks')
        .select(['spotify_track_id', 'rank'])
        .where('drop_id', '=', ({ selectFrom }) =>
          selectFrom('drops')
            .select('id')
            .where('user_id', '=', userId)
            .orderBy('drop_number', 'desc')
            .limit(1),
        ),
    )
    .selectFrom('page')
    .innerJoin('drop_tracks', 'drop_tracks.drop_id', 'page.id')
    .leftJoin('newest', 'newest.spotify_track_id', 'drop_tracks.spotify_track_id')
    .leftJoin('track_details', 'track_details.spotify_track_id', 'drop_tracks.spotify_track_id')
    .select([
      'drop_number',
      'created_at',
      'drop_tracks.rank',
      'drop_tracks.spotify_track_id',
      'title',
      'artist',
      'artwork',
      'newest.rank as newest_rank',
    ])
    .orderBy('drop_number')
    .orderBy('drop_tracks.rank')
    .execute()
}
