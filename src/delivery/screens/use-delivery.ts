import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '../../platform/endpoint.contract.ts'
import { call, keyOf, query } from '../../ui/api.ts'
import { type Delivery, getDelivery, retryFailed, stopDrop } from '../delivery.contract.ts'

export const missedShown = 5

/** How far an own drop has come, asked again until nothing may go out any more. */
export function useDelivery(dropNumber: number, page: number) {
  return useQuery({
    ...query(getDelivery, { params: { dropNumber }, query: { page, pageSize: missedShown } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.isRunning === true && pollMs(state.data),
  })
}

/** Often while mails go out, seldom while all that is left waits for its next attempt. */
const pollMs = ({ states }: Delivery) => (states.pending + states.sending > 0 ? 2_500 : 30_000)

/** Tries the failed again, or stops the drop. What the server answers is shown at once. */
export function useSteer(how: 'retry' | 'stop', dropNumber: number, onDone: () => void) {
  const client = useQueryClient()
  const queryKey = [...keyOf(getDelivery, { dropNumber })]
  return useMutation({
    mutationFn: () => call(how === 'retry' ? retryFailed : stopDrop, { params: { dropNumber } }),
    async onSuccess(delivery: Delivery) {
      // An answer that was under way still shows the state before.
      await client.cancelQueries({ queryKey })
      client.setQueriesData<AnswerOf<typeof getDelivery>>(
        { queryKey },
        shown => shown && { ...shown, ...delivery },
      )
      onDone()
    },
    onSettled: () => void client.invalidateQueries({ queryKey }),
  })
}
