import type { ReactNode } from 'react'
import { Link } from '../link.tsx'
import { Wordmark } from '../logo.tsx'
import { type NavItem, NavList } from './nav-list.tsx'

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
          <Wordmark brand={brand} className="text-2xl text-ink" />
        </Link>
        <NavList
          items={items}
          className="grow"
          listClassName="flex gap-1"
          linkClassName="inline-flex h-11 items-center gap-2 rounded-control px-3 font-semibold hover:bg-sunken"
          currentClassName="text-ink underline decoration-2 underline-offset-6"
          otherClassName="text-muted hover:text-ink"
        />
        {action}
      </div>
    </header>
  )
}
