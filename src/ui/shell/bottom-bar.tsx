import { classes } from '../classes.ts'
import { Link } from '../link.tsx'
import type { NavItem } from './nav-item.ts'

/** Where a thumb reaches; on phones only. */
export function BottomBar({ items }: { items: NavItem[] }) {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {items.map(item => (
          <li key={item.href}>
            <Link
              href={item.href}
              aria-current={item.current ? 'page' : undefined}
              className={classes(
                'relative grid h-16 content-center justify-items-center gap-1 text-xs font-semibold',
                item.current
                  ? 'text-accent before:absolute before:inset-x-5 before:top-0 before:h-0.75 before:rounded-b-full before:bg-accent'
                  : 'text-muted',
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
