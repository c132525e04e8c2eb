import { classes } from '../../ui/classes.ts'
import type { Delivery } from '../delivery.schemas.ts'
import { describeShare, type Share, sharesOf } from './delivery-text.ts'

export function DeliveryBar({ delivery }: { delivery: Delivery }) {
  const shares = sharesOf(delivery)
  const { audience } = delivery.states
  return (
    <div className="grid gap-3">
      <div aria-hidden="true" className="flex h-4 gap-0.5 overflow-hidden rounded-full">
        {shares.map(
          ({ kind, count }) =>
            count > 0 && (
              <span
                key={kind}
                style={{ flexGrow: count }}
                className={classes(
                  'min-w-2.5 basis-0 first:rounded-l-full last:rounded-r-full transition-[flex-grow] duration-500 ease-decelerate',
                  segmentClasses[kind],
                )}
              />
            ),
        )}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1.5">
        {shares.map(share => (
          <li key={share.kind} className="flex items-center gap-2 tabular-nums">
            <span
              aria-hidden="true"
              className={classes('size-3.5 shrink-0 rounded-full', segmentClasses[share.kind])}
            />
            <span className={share.kind === 'sent' ? 'font-bold' : undefined}>
              {describeShare(share, audience)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

// Segments differ in pattern as well as color: solid, outlined, dotted, hatched, lined.
const segmentClasses: Record<Share['kind'], string> = {
  sent: 'bg-ink',
  waiting: 'border-2 border-ink bg-sunken',
  weekly: 'border-2 border-dashed border-ink bg-surface',
  unknown:
    'border-2 border-warn bg-[radial-gradient(var(--warn)_1px,transparent_1.5px)] bg-size-[4px_4px]',
  failed:
    'border border-danger bg-[repeating-linear-gradient(45deg,var(--danger)_0_2px,var(--danger-soft)_2px_4px)]',
  skipped:
    'border border-line-strong bg-[repeating-linear-gradient(0deg,var(--line-strong)_0_1px,var(--sunken)_1px_4px)]',
}
