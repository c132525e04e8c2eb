import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Link } from '../link.tsx'
import { Logo } from '../logo.tsx'
import { Tooltip, useTooltips } from '../tooltip.tsx'
import type { NavItem } from './nav-list.tsx'

type SideRailProps = {
  brand: string
  homeHref: string
  items: NavItem[]
  account?: ReactNode
}

export function SideRail({ brand, homeHref, items, account }: SideRailProps) {
  const tooltips = useTooltips()
  return (
    <header className="fixed inset-y-0 left-0 z-30 hidden w-18 flex-col items-center gap-6 border-r border-line bg-surface py-5 sm:flex [@media(max-height:28rem)]:gap-2 [@media(max-height:28rem)]:py-2">
      <Link href={homeHref} aria-label={brand} className="rounded-control">
        <Logo className="size-10 text-ink" />
      </Link>
      <nav aria-label="Main" className="grow">
        <ul className="grid gap-2 [@media(max-height:28rem)]:gap-0">
          {items.map(item => (
            <li key={item.href} className="relative" {...tooltips.triggerProps(item.href)}>
              <Link
                href={item.href}
                aria-label={item.label}
                aria-current={item.current ? 'page' : undefined}
                className={classes(
                  'grid size-12 place-items-center rounded-control transition-colors',
                  item.current
                    ? 'bg-ink text-canvas forced-colors:border-2 forced-colors:border-[Highlight]'
                    : 'text-muted hover:bg-sunken hover:text-ink',
                )}
              >
                {item.icon}
              </Link>
              {tooltips.shown === item.href && <Tooltip>{item.label}</Tooltip>}
            </li>
          ))}
        </ul>
      </nav>
      {account}
    </header>
  )
}
