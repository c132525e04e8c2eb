import { ChartNoAxesColumn } from 'lucide'
import { Wordmark } from '../../site/logo.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/routing/link.tsx'

type VisitorBarProps = {
  brand: string
  homeHref: string
  charts: { href: string; current: boolean }
  /** Leads to a new account; `label` is for screens that have room for it. */
  join: { href: string; label: string } | null
  /** The navigation is beside the name on wide screens; else the bar is as on phones. */
  isWide: boolean
}

/** The one bar of visitors, in one set of elements for all widths. */
export function VisitorBar({ brand, homeHref, charts, join, isWide }: VisitorBarProps) {
  return (
    <header className="border-b border-line bg-canvas">
      <div
        className={classes(
          'mx-auto flex min-h-16 max-w-page flex-wrap items-center gap-x-2 px-4 py-2 sm:px-6',
          isWide && 'sm:min-h-18 sm:gap-x-8',
        )}
      >
        <Link href={homeHref} className={classes('mr-auto rounded-md', isWide && 'sm:mr-0')}>
          <Wordmark brand={brand} />
        </Link>
        <nav
          aria-label="Main"
          className={classes(isWide && 'sm:grow', charts.current && 'max-sm:hidden')}
        >
          <Link
            href={charts.href}
            aria-current={charts.current ? 'page' : undefined}
            className={classes(
              'inline-flex min-h-9 items-center gap-2 rounded-control px-3 text-sm font-semibold hover:bg-sunken',
              isWide && 'sm:min-h-11 sm:text-base',
              charts.current
                ? 'text-ink underline decoration-2 underline-offset-6'
                : 'text-muted hover:text-ink',
            )}
          >
            <Icon
              icon={ChartNoAxesColumn}
              size={18}
              className={classes('min-[24rem]:max-sm:hidden', !isWide && 'sm:hidden')}
            />
            <span className="max-[24rem]:sr-only">Charts</span>
          </Link>
        </nav>
        {join && (
          <Button
            href={join.href}
            variant="secondary"
            size="sm"
            className={isWide ? 'sm:min-h-11 sm:px-4.5 sm:text-[0.9375rem]' : ''}
          >
            <span className="sm:hidden">{`Join ${brand}`}</span>
            <span className="max-sm:hidden">{join.label}</span>
          </Button>
        )}
      </div>
    </header>
  )
}
