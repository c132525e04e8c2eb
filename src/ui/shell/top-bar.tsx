import type { ReactNode } from 'react'
import { Link } from '../link.tsx'
import { Wordmark } from '../logo.tsx'

type TopBarProps = {
  brand: string
  homeHref: string
  actions: ReactNode
  className?: string
}

export function TopBar({ brand, homeHref, actions, className = '' }: TopBarProps) {
  return (
    <header className={`border-b border-line bg-canvas ${className}`}>
      <div className="mx-auto flex min-h-16 max-w-page flex-wrap items-center justify-between gap-x-3 px-4 sm:px-6">
        <Link href={homeHref} className="rounded-md">
          <Wordmark brand={brand} />
        </Link>
        <div className="flex items-center gap-2">{actions}</div>
      </div>
    </header>
  )
}
