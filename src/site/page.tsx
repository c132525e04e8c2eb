import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import { useSite } from './site.tsx'

/** The column of a page's content, `narrow` is for forms, `list` for one column of rows. */
export function Page({
  children,
  title,
  width = 'wide',
  className,
}: {
  children: ReactNode
  /** The document's title, before the brand. */
  title?: string
  width?: keyof typeof widths
  className?: string
}) {
  const { brand } = useSite()
  return (
    <div className="mx-auto w-full max-w-page px-4 sm:px-6">
      {title && <title>{`${title} - ${brand}`}</title>}
      <div className={classes('grid grid-cols-1 gap-8 py-6 sm:py-10', widths[width], className)}>
        {children}
      </div>
    </div>
  )
}

type PageHeadingProps = {
  title: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
  back?: ReactNode
}

export function PageHeading({ title, subtitle, actions, back }: PageHeadingProps) {
  return (
    <header className="grid gap-3">
      {back}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="grid min-w-0 gap-1.5">
          <h1 className="text-title font-extrabold">{title}</h1>
          {subtitle && <p className="text-muted sm:text-lg">{subtitle}</p>}
        </div>
        {actions && (
          <div className="flex flex-wrap items-center gap-2 max-sm:w-full">{actions}</div>
        )}
      </div>
    </header>
  )
}

type CardProps = { children: ReactNode; className?: string; as?: 'div' | 'li' | 'section' }

export function Card({ children, className, as: Tag = 'div' }: CardProps) {
  return (
    <Tag className={classes('rounded-card border border-line bg-surface p-4 sm:p-5', className)}>
      {children}
    </Tag>
  )
}

const widths = {
  narrow: 'mx-auto w-full max-w-md',
  list: 'mx-auto w-full max-w-3xl',
  wide: undefined,
}
