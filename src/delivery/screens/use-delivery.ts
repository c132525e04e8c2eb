import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '../../platform/http/endpoint.shared.ts'
import { usePagedQuery } from '../../site/paged-list.tsx'
import { keyOf, query } from '../../ui/data/api.ts'
import { useCall } from '../../ui/data/use-call.ts'
import type { Delivery, getDelivery } from '../delivery.schemas.ts'

export const undeliveredPerPage = 5

/** The delivery of an own drop, refetched until no mail may be sent any more. */
export const useDelivery = (dropNumber: number) =>
  usePagedQuery(page => deliveryQuery(dropNumber, page), undeliveredPerPage)

const deliveryQuery = (dropNumber: number, page: number) =>
  queryOptions({
    ...query('GET /api/drops/:dropNumber/delivery', {
      params: { dropNumber },
      query: { page, pageSize: undeliveredPerPage },
    }),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.isRunning === true && pollMs(state.data),
  })

/** Polls less often while all remaining mails wait for a retry, and for a large drop, whose deliveries take long to count. */
function pollMs({ states }: Delivery) {
  if (states.pending + states.sending === 0) return 30_000
  return states.audience > 10_000 ? 10_000 : 2_500
}

/** Retries the failed deliveries or stops the drop, and shows the resulting counts at once. */
export function useDeliveryControl(
  control: 'retry' | 'stop',
  dropNumber: number,
  onDone: () => void,
) {
  const client = useQueryClient()
  const queryKey = [...keyOf('GET /api/drops/:dropNumber/delivery', { dropNumber })]
  return useCall(`POST /api/drops/:dropNumber/delivery/${control}`, {
    async onSuccess(delivery: Delivery) {
      // The response to a request in flight would show the previous state.
      await client.cancelQueries({ queryKey })
      client.setQueriesData<ResponseOf<typeof getDelivery>>(
        { queryKey },
        shown => shown && { ...shown, ...delivery },
      )
      onDone()
    },
  })
}
