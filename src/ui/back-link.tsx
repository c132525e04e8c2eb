import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'

/** Above a page's heading. */
export function BackLink({ href, children = 'Back' }: { href: string; children?: ReactNode }) {
  return (
    <Link
      href={href}
      className="-ml-1 inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-md px-1 text-sm font-semibold text-muted hover:text-ink"
    >
      <ArrowLeft size={18} aria-hidden="true" />
      {children}
    </Link>
  )
}
