import { ChevronDown, ChevronUp } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { returnedSongsHash, songsCameBack } from '../../returned-songs/returned-songs.shared.ts'
import { Logo } from '../../site/logo.tsx'
import { Card } from '../../site/page.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { ErrorMessage, ErrorState } from '../../ui/data/error-state.tsx'
import { Loading, Skeleton, Spinner } from '../../ui/data/loading.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextLink } from '../../ui/routing/link.tsx'
import type { Delivery } from '../delivery.schemas.ts'
import { DeliveryBar } from './delivery-bar.tsx'
import { DeliveryControls } from './delivery-controls.tsx'
import {
  announceProgress,
  describeShare,
  otherLines,
  phaseLabels,
  phaseOf,
} from './delivery-text.ts'
import { UndeliveredList } from './undelivered-list.tsx'
import { useDelivery } from './use-delivery.ts'

type DeliveryPanelProps = { dropNumber: number; hasNote: boolean }

export function DeliveryPanel({ dropNumber, hasNote }: DeliveryPanelProps) {
  const query = useDelivery(dropNumber)
  const { data, isError } = query
  const heading = useRef<HTMLHeadingElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    // The details open below the edge of the window, or below the bars that are fixed to it.
    if (isOpen) heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  if (!data && isError)
    return <ErrorState title="Unable to load how this drop was delivered" query={query} />
  if (!data)
    return (
      <Loading label="Loading how this drop was delivered">
        <Skeleton className="h-44 rounded-card! sm:h-36" />
      </Loading>
    )
  const isOver = data.states.audience > 0 && overPhases.includes(phaseOf(data))
  return (
    <Card as="section" className="grid scroll-my-4 grid-cols-1 gap-4">
      <div className="relative flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 ref={heading} tabIndex={-1} className="text-heading font-bold outline-none">
          Delivery
        </h2>
        {data.states.audience > 0 && <Phase delivery={data} />}
        <span className={classes('text-sm text-muted sm:ml-auto', isOver && 'max-sm:hidden')}>
          Only you see this
        </span>
        {isOver && (
          <div className="ml-auto flex items-center sm:hidden">
            <span className="text-sm text-muted tabular-nums">
              {describeShare({ kind: 'sent', count: data.states.sent }, data.states.audience)}
            </span>
            <Button
              variant="quiet"
              iconOnly
              icon={<Icon icon={isOpen ? ChevronUp : ChevronDown} size={20} />}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              // A click anywhere in the line opens it.
              className="static! -my-3 -mr-3 after:absolute after:inset-0 active:translate-none!"
            >
              Details
            </Button>
          </div>
        )}
      </div>
      {isOver && !isOpen && (
        <p className="text-sm text-muted empty:hidden sm:hidden">{otherLines(data).join(' ')}</p>
      )}
      {data.songs > 0 && (
        <p>
          {data.songsOnHome > 0 ? (
            <TextLink href={`${paths.home}#${returnedSongsHash}`}>
              {songsCameBack(data.songs)}
            </TextLink>
          ) : (
            songsCameBack(data.songs)
          )}{' '}
          for this drop.
        </p>
      )}
      <p role="status" className="sr-only">
        {data.states.audience > 0 && announceProgress(data)}
      </p>
      {data.states.audience === 0 ? (
        <p className="flex items-center gap-3 text-muted">
          <Logo outline className="size-8" />
          Nobody followed you when this dropped.
        </p>
      ) : (
        <div className={classes('grid gap-4', isOver && !isOpen && 'max-sm:hidden')}>
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
          {data.isPurged && countUndelivered(data) > data.total && (
            <p className="text-sm text-muted">Who did not get it is shown for a year.</p>
          )}
          {hasNote && (
            <p className="text-sm text-muted">
              Accounts that have not confirmed their address get it without your note.
            </p>
          )}
          <UndeliveredList query={query} top={heading} />
        </div>
      )}
    </Card>
  )
}

/** Phases in which a phone shows one line until its details are asked for. */
const overPhases = ['all sent', 'finished', 'stopped']

const countUndelivered = ({ states }: Delivery) => states.failed + states.skipped + states.unknown

function Phase({ delivery }: { delivery: Delivery }) {
  const phase = phaseOf(delivery)
  const isMoving = phase === 'sending' || phase === 'stopping'
  return (
    <Badge variant={phase === 'all sent' ? 'good' : 'plain'} icon={isMoving && <Spinner />}>
      {phaseLabels[phase]}
    </Badge>
  )
}
