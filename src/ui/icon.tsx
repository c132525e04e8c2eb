import type { IconNode } from 'lucide'
import { createElement } from 'react'
import { classes } from './classes.ts'

type IconProps = {
  icon: IconNode
  size: number
  className?: string
}

export const Icon = ({ icon, size, className }: IconProps) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    className={classes('icon', className)}
    aria-hidden="true"
  >
    {icon.map(([tag, attributes], key) => createElement(tag, { key, ...attributes }))}
  </svg>
)
