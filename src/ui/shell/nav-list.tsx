import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Link } from '../link.tsx'

export type NavItem = { href: string; label: string; icon: ReactNode; current?: boolean }

type NavListProps = {
  items: NavItem[]
  className: string
  listClassName: string
  linkClassName: string
  currentClassName: string
  otherClassName: string
}

/** The main navigation as links with icon and label. */
export function NavList({ items, className, listClassName, ...link }: NavListProps) {
  return (
    <nav aria-label="Main" className={className}>
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
