import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/** A shape of what is coming, given by size classes ("h-20 w-full"). Invisible for its first 150 ms. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes('skeleton rounded-control', className)} />
}

/** Wraps skeletons and says once, for screen readers, what is being loaded. */
export function Loading({
  label,
  children,
  className,
}: {
  label: string
  children: ReactNode
  className?: string
}) {
  return (
    <div aria-busy="true" className={className}>
      <p role="status" className="sr-only">
        {label}
      </p>
      {children}
    </div>
  )
}
