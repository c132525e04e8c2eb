import { useQuery } from '@tanstack/react-query'

const intervalMs = 10_000
const maxRequests = 9

/**
 * The address of a card that was asked for right after a change: another one as soon as the covers of all its tracks
 * are drawn. They are fetched within a minute of their tracks being added.
 */
export function useCardAddress(card: string, isNew: boolean): string {
  const { data: complete } = useQuery({
    queryKey: ['complete card', card],
    queryFn: () => findComplete(card),
    enabled: isNew,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) =>
      !state.data && state.dataUpdateCount < maxRequests && intervalMs,
  })
  return complete ?? card
}

/** A complete card has an address of its own, from which it never changes. */
async function findComplete(card: string): Promise<string | null> {
  const response = await fetch(card)
  return response.headers.get('Cache-Control')?.includes('immutable') ? response.url : null
}
