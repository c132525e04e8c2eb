import { type RefObject, useId } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { Pager } from '../../ui/data/pager.tsx'
import { TextLink } from '../../ui/routing/link.tsx'
import { BreakableEmail } from '../../ui/text/breakable.tsx'
import { formatRange } from '../../ui/text/format.ts'
import { undeliveredPerPage, type useDelivery } from './use-delivery.ts'

type UndeliveredListProps = {
  query: ReturnType<typeof useDelivery>
  top: RefObject<HTMLElement | null>
}

export function UndeliveredList({ query, top }: UndeliveredListProps) {
  const id = useId()
  const { data, page, isPlaceholderData: isLoading } = query
  if (!data || data.total === 0) return null
  const { total, undelivered } = data
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={id} className="font-bold">
          Who did not get it, and why
        </h3>
        <p role="status" className="text-sm text-muted tabular-nums">
          {total > undeliveredPerPage && formatRange(page, undeliveredPerPage, total, 'follower')}
        </p>
      </div>
      <ul
        aria-labelledby={id}
        aria-busy={isLoading}
        className={classes('grid grid-cols-1 divide-y divide-line', isLoading && 'opacity-60')}
      >
        {undelivered.map(each => (
          <li
            key={each.id}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-2.5"
          >
            <div className="min-w-0 grow basis-60">
              <p className="leading-snug font-bold">
                {each.email ? <BreakableEmail email={each.email} /> : 'A follower who has left'}
                {each.username && (
                  <>
                    {' '}
                    <TextLink href={paths.profile(each.username)} className="text-sm">
                      {`@${each.username}`}
                    </TextLink>
                  </>
                )}
              </p>
              <p className="text-sm text-muted">{each.reason}</p>
            </div>
            <Badge variant={badges[each.state].variant}>{badges[each.state].label}</Badge>
          </li>
        ))}
      </ul>
      <Pager
        label="Pages of those who did not get it"
        page={page}
        isLoading={isLoading}
        pageSize={undeliveredPerPage}
        total={total}
        onPageChange={query.setPage}
        top={top}
      />
    </div>
  )
}

const badges = {
  failed: { label: 'Not reached', variant: 'danger' },
  skipped: { label: 'Not sent', variant: 'outline' },
  unknown: { label: 'No answer', variant: 'plain' },
} as const
