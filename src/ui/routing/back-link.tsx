import { ArrowLeft } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { Link } from './link.tsx'

export function BackLink({ href, children = 'Back' }: { href: string; children?: ReactNode }) {
  return (
    <Link
      href={href}
      className="-ml-1 inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-md px-1 text-sm font-semibold text-muted hover:text-ink"
    >
      <Icon icon={ArrowLeft} size={18} />
      {children}
    </Link>
  )
}
