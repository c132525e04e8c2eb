import type { AnchorHTMLAttributes } from 'react'
import { Link as RouterLink } from 'wouter'

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  /** Opens a new tab. Addresses of other sites always do. */
  newTab?: boolean
}

/** A link without looks: routed in the page when it is a path of ours, a new tab when it leaves. */
export function Link({ href, newTab, ...rest }: LinkProps) {
  const leaves = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)
  if (newTab || /^https?:|^\/\//i.test(href))
    return <a href={href} target="_blank" rel="noopener noreferrer" {...rest} />
  if (leaves || href.startsWith('#')) return <a href={href} {...rest} />
  return <RouterLink href={href} {...rest} />
}

/** A link inside our own sentences. */
export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      className={`font-medium text-accent underline decoration-1 underline-offset-4 hover:text-accent-hover hover:decoration-2 ${className ?? ''}`}
      {...rest}
    />
  )
}
