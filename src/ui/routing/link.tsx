import type { AnchorHTMLAttributes } from 'react'

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  /** Opens a new tab. Links to other sites always do. */
  newTab?: boolean
}

/** An unstyled link; other sites open in a new tab. */
export function Link({ href, newTab, ...rest }: LinkProps) {
  const tab = (newTab || /^https?:|^\/\//i.test(href)) && {
    target: '_blank',
    rel: 'noopener noreferrer',
  }
  return <a href={href} {...tab} {...rest} />
}

export const TextLink = ({ className, ...rest }: LinkProps) => (
  <Link className={`${textLink} ${className ?? ''}`} {...rest} />
)

export const textLink =
  'font-medium text-accent underline decoration-1 underline-offset-4 hover:text-accent-hover hover:decoration-2'

/** Extends the clickable area of a link to the positioned card around it. */
export const stretchedLink =
  'outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent'
