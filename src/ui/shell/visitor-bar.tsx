import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Link } from '../link.tsx'
import { Wordmark } from '../logo.tsx'
import type { NavItem } from './nav-item.ts'

/** For visitors on wide screens, in place of the top bar: the brand, places to look at, and the way in. */
export function VisitorBar({
  brand,
  homeHref,
  items,
  action,
}: {
  brand: string
  homeHref: string
  items: NavItem[]
  action: ReactNode
}) {
  return (
    <header className="hidden border-b border-line bg-canvas sm:block">
      <div className="mx-auto flex h-18 max-w-page items-center gap-8 px-6">
        <Link href={homeHref} className="rounded-md">
          <Wordmark brand={brand} className="text-2xl text-ink" />
        </Link>
        <nav aria-label="Main" className="grow">
          <ul className="flex gap-1">
            {items.map(item => (
              <li key={item.href}>
                <Link
                  href={item.href}
                  aria-current={item.current ? 'page' : undefined}
                  className={classes(
                    'inline-flex h-11 items-center gap-2 rounded-control px-3 font-semibold hover:bg-sunken',
                    item.current ? 'text-accent' : 'text-ink',
                  )}
                >
                  {item.icon}
                  {item.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {action}
      </div>
    </header>
  )
}
