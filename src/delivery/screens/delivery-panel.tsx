import { RotateCw, Square } from 'lucide'
import { useRef, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Loading, Skeleton, Spinner } from '../../ui/loading.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Card } from '../../ui/page.tsx'
import type { Delivery } from '../delivery.schemas.ts'
import { maxRetryable } from '../delivery.shared.ts'
import { DeliveryBar } from './delivery-bar.tsx'
import { announceProgress, describeRemaining, phaseLabels, phaseOf } from './delivery-text.ts'
import { UndeliveredList } from './undelivered-list.tsx'
import { undeliveredPerPage, useDelivery, useDeliveryControl } from './use-delivery.ts'

/** The progress of an own drop, its controls, and who did not get it and why. */
export function DeliveryPanel({ dropNumber }: { dropNumber: number }) {
  const [page, setPage] = useState(1)
  const { data, isError, isFetching, isPlaceholderData, refetch } = useDelivery(dropNumber, page)
  const heading = useRef<HTMLHeadingElement>(null)

  if (!data && isError)
    return (
      <ErrorState
        title="Unable to load how this drop was delivered"
        query={{ isFetching, refetch }}
      />
    )
  if (!data)
    return (
      <Loading label="Loading how this drop was delivered">
        <Skeleton className="h-44 rounded-card! sm:h-36" />
      </Loading>
    )
  // A retry removes entries from the list, so the last page may no longer exist.
  const last = Math.max(1, Math.ceil(data.total / undeliveredPerPage))
  if (!isPlaceholderData && page > last) setPage(last)

  return (
    <Card as="section" className="grid scroll-mt-4 grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2
          ref={heading}
          tabIndex={-1}
          className="font-display text-heading font-bold outline-none"
        >
          Delivery
        </h2>
        {data.states.audience > 0 && <Phase delivery={data} />}
        <span className="text-sm text-muted sm:ml-auto">Only you see this</span>
      </div>
      <p role="status" className="sr-only">
        {data.states.audience > 0 && announceProgress(data)}
      </p>
      {data.states.audience === 0 ? (
        <p className="flex items-center gap-3 text-muted">
          <Logo outline className="size-8" />
          Nobody followed you when this dropped.
        </p>
      ) : (
        <>
          <DeliveryBar delivery={data} />
          <DeliveryControls
            dropNumber={dropNumber}
            delivery={data}
            onDone={() => heading.current?.focus({ preventScroll: true })}
          />
          <ErrorMessage>
            {isError &&
              `These counts may be old: newer ones could not be loaded. ${data.isRunning ? 'They are asked for again by themselves.' : 'Reload the page to try again.'}`}
          </ErrorMessage>
          {data.total === 0 && countUndelivered(data) > 0 && (
            <p className="text-sm text-muted">Who did not get it is shown for a year.</p>
          )}
          <UndeliveredList
            undelivered={data.undelivered}
            total={data.total}
            page={page}
            onPageChange={setPage}
            isLoading={isPlaceholderData}
            top={heading}
          />
        </>
      )}
    </Card>
  )
}

const countUndelivered = ({ states }: Delivery) => states.failed + states.skipped + states.unknown

function Phase({ delivery }: { delivery: Delivery }) {
  const phase = phaseOf(delivery)
  const isMoving = phase === 'sending' || phase === 'stopping'
  const tone = isMoving || phase === 'waiting' ? 'accent' : phase === 'all sent' ? 'good' : 'plain'
  return (
    <Badge tone={tone} icon={isMoving && <Spinner />}>
      {phaseLabels[phase]}
    </Badge>
  )
}

type DeliveryControlsProps = {
  dropNumber: number
  delivery: Delivery
  /** Moves the focus, because the button that was pressed disappears. */
  onDone: () => void
}

function DeliveryControls({ dropNumber, delivery, onDone }: DeliveryControlsProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const retry = useDeliveryControl('retry', dropNumber, onDone)
  const stop = useDeliveryControl('stop', dropNumber, onDone)
  const { states, retryable, isRunning, stoppedAt } = delivery
  const canRetry = retryable > 0 && !stoppedAt
  const canStop = (isRunning || states.digest > 0) && !stoppedAt
  const remaining = describeRemaining(delivery)
  const error = retry.error ?? stop.error
  if (!remaining && !canRetry && !canStop && !error) return null
  return (
    <div className="grid gap-3">
      {remaining && <p className="text-sm text-muted">{remaining}</p>}
      {canRetry && states.failed > retryable && (
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
              icon={<Icon shape={RotateCw} size={16} />}
              pending={retry.isPending}
              onClick={() => {
                stop.reset()
                retry.mutate()
              }}
            >
              Try again
            </Button>
          )}
          {canStop && (
            <Button
              size="sm"
              variant="secondary"
              icon={<Icon shape={Square} size={14} />}
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
          tone="danger"
          onConfirm={() => {
            // Closed first, so that the focus returns before the button disappears.
            setIsConfirming(false)
            retry.reset()
            stop.mutate()
          }}
        />
      )}
    </div>
  )
}
