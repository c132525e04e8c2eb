import { RotateCw, Square } from 'lucide'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/data/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import type { Delivery } from '../delivery.schemas.ts'
import { maxRetryable } from '../delivery.shared.ts'
import { describeRemaining } from './delivery-text.ts'
import { useDeliveryControl } from './use-delivery.ts'

type DeliveryControlsProps = {
  dropNumber: number
  delivery: Delivery
  /** Moves the focus, because the button that was clicked disappears. */
  onDone: () => void
}

export function DeliveryControls({ dropNumber, delivery, onDone }: DeliveryControlsProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const retry = useDeliveryControl('retry', dropNumber, onDone)
  const stop = useDeliveryControl('stop', dropNumber, onDone)
  const { states, retryable, retryableFailed, isRunning, stoppedBy } = delivery
  const canRetry = retryable > 0
  const canStop = (isRunning || states.weekly > 0) && !stoppedBy
  const remaining = describeRemaining(delivery)
  const error = retry.error ?? stop.error
  if (!remaining && !canRetry && !canStop && !error) return null
  return (
    <div className="grid gap-3">
      {remaining && <p className="text-sm text-muted">{remaining}</p>}
      {canRetry && states.failed > retryableFailed && (
        <p className="text-sm text-muted">
          {formatNumber(retryable)}
          {retryable === maxRetryable && ' or more'} can be tried again; mailboxes that are gone are
          left alone.
        </p>
      )}
      {(canRetry || canStop) && (
        <div className="flex flex-wrap gap-2">
          {canRetry && (
            <Button
              size="sm"
              variant="secondary"
              icon={<Icon icon={RotateCw} size={16} />}
              pending={retry.isPending}
              onClick={() => {
                stop.reset()
                retry.mutate({ params: { dropNumber } })
              }}
            >
              Try again
            </Button>
          )}
          {canStop && (
            <Button
              size="sm"
              variant="secondary"
              icon={<Icon icon={Square} size={14} />}
              pending={stop.isPending}
              onClick={() => setIsConfirming(true)}
            >
              Stop
            </Button>
          )}
        </div>
      )}
      <ErrorMessage>
        {error && (error.message || 'Something went wrong. Please try again.')}
      </ErrorMessage>
      {isConfirming && canStop && (
        <ConfirmDialog
          onClose={() => setIsConfirming(false)}
          title={`Stop drop #${dropNumber}?`}
          description="Whoever has not got it by now will not get it. This cannot be taken back. The drop itself stays on your page."
          confirmLabel="Stop the drop"
          cancelLabel="Keep sending"
          onConfirm={() => {
            // Closed first, so that the focus returns before the button disappears.
            setIsConfirming(false)
            retry.reset()
            stop.mutate({ params: { dropNumber } })
          }}
        />
      )}
    </div>
  )
}
