import { useQuery } from '@tanstack/react-query'
import { fetchPicture, sharesPictures } from './share-natively.ts'

const intervalMs = 10_000
const maxRequests = 9

/**
 * A card of what was made just now, to share: fetched before it is asked for, because a share sheet opens only right
 * after a click, and again until the covers of all tracks are drawn, which arrive within a minute.
 */
export function useNewPicture(card: string): File | undefined {
  const { data } = useQuery({
    queryKey: ['new picture', card],
    queryFn: () => fetchPicture(card),
    enabled: sharesPictures(),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) =>
      !state.data?.isComplete && state.dataUpdateCount < maxRequests && intervalMs,
  })
  return data?.file
}
