import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Link } from '../link.tsx'
import { Wordmark } from '../logo.tsx'
import type { NavItem } from './member-bar.tsx'

type VisitorBarProps = {
  brand: string
  homeHref: string
  items: NavItem[]
  action: ReactNode
}

export function VisitorBar({ brand, homeHref, items, action }: VisitorBarProps) {
  return (
    <header className="hidden border-b border-line bg-canvas sm:block">
      <div className="mx-auto flex h-18 max-w-page items-center gap-8 px-6">
        <Link href={homeHref} className="rounded-md">
          <Wordmark brand={brand} />
        </Link>
        <nav aria-label="Main" className="grow">
          <ul className="flex gap-1">
            {items.map(({ href, label, icon, current }) => (
              <li key={href}>
                <Link
                  href={href}
                  aria-current={current ? 'page' : undefined}
                  className={classes(
                    'inline-flex h-11 items-center gap-2 rounded-control px-3 font-semibold hover:bg-sunken',
                    current
                      ? 'text-ink underline decoration-2 underline-offset-6'
                      : 'text-muted hover:text-ink',
                  )}
                >
                  {icon}
                  {label}
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
