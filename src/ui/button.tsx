import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Spinner } from './data/loading.tsx'
import { Link, type LinkProps } from './routing/link.tsx'

type Appearance = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'gold'
  size?: 'sm' | 'md' | 'lg'
  icon?: ReactNode
  /** A square button that shows only `icon`; `children` is its accessible name. */
  iconOnly?: boolean
}
type AsButton = ComponentProps<'button'> & { href?: undefined; pending?: boolean }
type AsLink = LinkProps & { pending?: undefined }
type ButtonProps = Appearance & (AsButton | AsLink)

/** A button, or with `href` a link that looks like one. While pending it keeps its width and ignores clicks. */
export function Button({
  variant = 'primary',
  size = 'md',
  icon,
  iconOnly,
  children,
  className,
  ...rest
}: ButtonProps) {
  const buttonClasses = classes(
    'button',
    variants[variant],
    sizes[size],
    iconOnly ? squares[size] : paddings[size],
    className,
  )
  const content = iconOnly ? (
    <>
      {icon}
      <span className="sr-only">{children}</span>
    </>
  ) : (
    <>
      {icon}
      {children}
    </>
  )
  if (rest.href !== undefined) {
    const { pending: _, ...link } = rest
    return (
      <Link className={buttonClasses} {...link}>
        {content}
      </Link>
    )
  }
  const { pending = false, onClick, href: _, ...button } = rest
  return (
    <button
      type="button"
      className={buttonClasses}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={pending ? event => event.preventDefault() : onClick}
      {...button}
    >
      {pending ? (
        <>
          <span className="inline-flex items-center gap-2 opacity-0">{content}</span>
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        </>
      ) : (
        content
      )}
    </button>
  )
}

const variants = {
  // The border shows where the system's colors replace all others.
  primary: 'border border-transparent bg-ink text-canvas hover:bg-ink-hover',
  secondary: 'border border-line-strong text-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'border border-transparent bg-danger text-on-danger hover:opacity-90',
  /** The variant of the one action that the product is about. */
  gold: 'border border-transparent bg-gold text-on-gold hover:brightness-105',
}
const sizes = { sm: 'min-h-9 text-sm', md: 'min-h-11 text-[0.9375rem]', lg: 'min-h-13 text-lg' }
const paddings = { sm: 'px-3', md: 'px-4.5', lg: 'px-6' }
const squares = { sm: 'w-9', md: 'w-11', lg: 'w-13' }
