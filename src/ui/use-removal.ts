import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureCode, keyOf } from './api.ts'
import { toast, toastError } from './toast.ts'

type Removal = {
  send: () => Promise<unknown>
  /** Title of the toast; none by default. */
  done?: string
  failed: string
  /** Calls that are made again afterwards. */
  lists: Parameters<typeof keyOf>[0][]
}

/** Removes a row of a list. `not_found` is no failure: the row is gone already. */
export function useRemoval({ send, done, failed, lists }: Removal) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess() {
      if (done) void toast(done, { kind: 'success' })
    },
    onError(error) {
      if (failureCode(error) !== 'not_found') void toastError(failed, 'Please try again.')
    },
    onSettled() {
      for (const list of lists) void client.invalidateQueries({ queryKey: keyOf(list) })
    },
  })
}
