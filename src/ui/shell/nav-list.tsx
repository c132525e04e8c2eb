import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Link } from '../link.tsx'

export type NavItem = { href: string; label: string; icon: ReactNode; current?: boolean }

type NavListProps = {
  id?: string
  items: NavItem[]
  className: string
  listClassName: string
  linkClassName: string
  currentClassName: string
  otherClassName: string
}

export function NavList({ id, items, className, listClassName, ...link }: NavListProps) {
  return (
    <nav id={id} aria-label="Main" className={className}>
      <ul className={listClassName}>
        {items.map(item => (
          <li key={item.href}>
            <Link
              href={item.href}
              aria-current={item.current ? 'page' : undefined}
              className={classes(
                link.linkClassName,
                item.current ? link.currentClassName : link.otherClassName,
              )}
            >
              {item.icon}
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function BottomBar({ items }: { items: NavItem[] }) {
  return (
    <NavList
      id="navigation"
      items={items}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
      listClassName="grid auto-cols-fr grid-flow-col"
      linkClassName="relative grid min-h-16 content-center justify-items-center gap-1 text-center text-xs font-semibold"
      currentClassName="text-ink before:absolute before:inset-x-5 before:top-0 before:rounded-b-full before:border-t-3 before:border-ink"
      otherClassName="text-muted"
    />
  )
}
