import type { Queryable } from '../../platform/database.ts'

/** The stored covers of tracks as JPEG, and whether others of theirs are still to be fetched. */
export async function findCovers(
  db: Queryable,
  trackIds: string[],
): Promise<{ covers: Map<string, Buffer>; areComplete: boolean }> {
  if (trackIds.length === 0) return { covers: new Map(), areComplete: true }
  const rows = await db
    .selectFrom('track_details')
    .select(['spotify_track_id', 'cover', 'artwork', 'cover_artwork'])
    .where('spotify_track_id', 'in', trackIds)
    .execute()
  return {
    covers: new Map(
      rows.flatMap(({ spotify_track_id: id, cover }) => (cover ? [[id, Buffer.from(cover)]] : [])),
    ),
    areComplete: rows.every(({ artwork, cover_artwork }) => artwork === cover_artwork),
  }
}
