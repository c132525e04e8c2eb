import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { useSite } from '../../site/site.tsx'
import { query, queryOrNull } from '../../ui/data/api.ts'
import type { Track } from '../tracks.schemas.ts'

/** The saved list of the signed-in member. */
export const tracksQuery = query('GET /api/tracks', {})

/** The same on pages that visitors see, too: null for them. */
export const ownTracksQuery = queryOrNull('GET /api/tracks', {}, 'not_signed_in')

/** The saved list of the signed-in member; null for visitors and while it is empty. */
export function useOwnTracks() {
  const isMember = useCurrentUser() !== null
  const { data } = useQuery({ ...ownTracksQuery, enabled: isMember })
  return isMember && data && data.length > 0 ? data : null
}

/** A list from the server, and when it was read, in milliseconds. */
export type ReadList = { tracks: Track[]; readAt: number }

/** The saved list of somebody without an account. */
export const noList: ReadList = { tracks: [], readAt: 0 }

type TracksResult = { data: Track[] | undefined; dataUpdatedAt: number }

/** Tabs compare these times by the clock of this device, so the list that came with the page gets the time of its navigation. */
export function useReadList({ data, dataUpdatedAt }: TracksResult): ReadList | undefined {
  const isOfPage = dataUpdatedAt === useSite().now
  const readAt = Math.round(isOfPage ? performance.timeOrigin : dataUpdatedAt)
  return useMemo(() => data && { tracks: data, readAt }, [data, readAt])
}
