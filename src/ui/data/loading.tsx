import type { ReactNode } from 'react'
import { classes } from '../classes.ts'

/** A placeholder box, sized by class names ("h-20 w-full"). Invisible for its first 150 ms. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes('skeleton rounded-control', className)} />
}

export const skeletons = (count: number, className: string) =>
  Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all are alike and none moves
    <Skeleton key={index} className={className} />
  ))

type LoadingProps = { label: string; children: ReactNode; className?: string }

export function Loading({ label, children, className }: LoadingProps) {
  return (
    <div aria-busy="true" className={className}>
      <p role="status" className="sr-only">
        {label}
      </p>
      {children}
    </div>
  )
}

/** A bar at the top of the window, invisible for its first 150 ms. */
export const LoadingBar = ({ label = 'Loading' }: { label?: string }) => (
  <div role="progressbar" aria-label={label} className="loading-bar" />
)

export function Spinner() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-[1.15em] animate-spin"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" strokeWidth="3" opacity="0.25" />
      <path d="M12 3a9 9 0 0 1 9 9" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
