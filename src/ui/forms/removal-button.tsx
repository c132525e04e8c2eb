import { useMutation } from '@tanstack/react-query'
import { Button } from '../button.tsx'
import { failureCode } from '../data/api.ts'
import { toast, toastError } from '../overlays/toast.ts'

type RemovalButtonProps = {
  label: string
  /** The rest of the button's name, for screen readers. */
  of: string
  send: () => Promise<unknown>
  /** Title of the toast; none by default. */
  done?: string
  failed: string
}

/** Removes a row of a list. `not_found` is no failure: the row is gone already. */
export function RemovalButton({ label, of, send, done, failed }: RemovalButtonProps) {
  const removal = useMutation({
    mutationFn: send,
    onSuccess() {
      if (done) void toast(done, { kind: 'success' })
    },
    onError(error) {
      if (failureCode(error) !== 'not_found') void toastError(failed, 'Please try again.')
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
