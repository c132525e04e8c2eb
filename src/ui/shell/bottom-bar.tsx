import { type NavItem, NavList } from './nav-list.tsx'

/** The members' navigation on phones. */
export function BottomBar({ items }: { items: NavItem[] }) {
  return (
    <NavList
      items={items}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
      listClassName="grid auto-cols-fr grid-flow-col"
      linkClassName="relative grid h-16 content-center justify-items-center gap-1 text-xs font-semibold"
      currentClassName="text-accent before:absolute before:inset-x-5 before:top-0 before:h-0.75 before:rounded-b-full before:bg-accent"
      otherClassName="text-muted"
    />
  )
}
