import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureCode, keyOf } from './api.ts'
import { Button } from './button.tsx'
import { toast, toastError } from './toast.ts'

type RemovalButtonProps = {
  label: string
  /** The rest of the button's name, for screen readers. */
  of: string
  send: () => Promise<unknown>
  /** Title of the toast; none by default. */
  done?: string
  failed: string
  /** Calls that are made again afterwards. */
  lists: Parameters<typeof keyOf>[0][]
}

/** Removes a row of a list. `not_found` is no failure: the row is gone already. */
export function RemovalButton({ label, of, send, done, failed, lists }: RemovalButtonProps) {
  const client = useQueryClient()
  const removal = useMutation({
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
  return (
    <Button
      variant="secondary"
      size="sm"
      pending={removal.isPending}
      onClick={() => removal.mutate()}
    >
      {label}
      <span className="sr-only"> {of}</span>
    </Button>
  )
}
