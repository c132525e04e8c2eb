import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { navigate } from 'wouter/use-browser-location'

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  /** Opens a new tab. Links to other sites always do. */
  newTab?: boolean
}

/** An unstyled link. Paths of the app are routed in the page, unless they are downloads; other sites open in a new tab. */
export function Link({ href, newTab, ...rest }: LinkProps) {
  const isExternal = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)
  if (newTab || /^https?:|^\/\//i.test(href))
    return <a href={href} target="_blank" rel="noopener noreferrer" {...rest} />
  if (isExternal || href.startsWith('#') || rest.download !== undefined)
    return <a href={href} {...rest} />
  return <a href={href} {...rest} onClick={event => follow(event, href, rest.onClick)} />
}

/** Opens the page without loading the document again; clicks that open a tab or window are the browser's. */
function follow(event: MouseEvent<HTMLAnchorElement>, href: string, onClick: LinkProps['onClick']) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0) return
  onClick?.(event)
  if (event.defaultPrevented) return
  event.preventDefault()
  navigate(href)
}

export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      className={`font-medium text-accent underline decoration-1 underline-offset-4 hover:text-accent-hover hover:decoration-2 ${className ?? ''}`}
      {...rest}
    />
  )
}
