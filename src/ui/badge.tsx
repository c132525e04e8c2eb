import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type BadgeProps = {
  children: ReactNode
  variant?: keyof typeof variants
  icon?: ReactNode
}

export function Badge({ children, variant = 'plain', icon }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 rounded-md px-2 py-0.5 text-xs font-semibold whitespace-nowrap @max-3xs:whitespace-normal',
        variants[variant],
      )}
    >
      {icon}
      {children}
    </span>
  )
}

const variants = {
  plain: 'bg-sunken text-ink',
  good: 'bg-good-soft text-good',
  danger: 'bg-danger-soft text-danger',
  outline: 'border border-line-strong text-muted',
}
