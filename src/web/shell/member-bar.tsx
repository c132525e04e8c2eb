import type { ReactNode } from 'react'
import { Logo } from '../../site/logo.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Tooltip, useTooltips } from '../../ui/overlays/tooltip.tsx'
import { Link } from '../../ui/routing/link.tsx'

type NavItem = { href: string; label: string; icon: ReactNode; current: boolean }

type MemberBarProps = {
  brand: string
  homeHref: string
  items: NavItem[]
  /** The link that is beside the account on phones. */
  settings: NavItem
  account: ReactNode
}

/** The navigation of members: a rail at the left, and on phones a bar at the top and one at the lower edge. */
export function MemberBar({ brand, homeHref, items, settings, account }: MemberBarProps) {
  const tooltips = useTooltips()
  return (
    <header className="border-b border-line bg-canvas sm:fixed sm:inset-y-0 sm:left-0 sm:z-30 sm:flex sm:w-18 sm:flex-col sm:items-center sm:gap-6 sm:border-r sm:border-b-0 sm:bg-surface sm:py-5 sm:[@media(max-height:28rem)]:gap-2 sm:[@media(max-height:28rem)]:py-2">
      <div className="mx-auto flex min-h-16 max-w-page flex-wrap items-center justify-between gap-x-3 px-4 sm:contents">
        <Link
          href={homeHref}
          className="inline-flex items-center gap-2 rounded-control text-2xl whitespace-nowrap text-ink"
        >
          <Logo className="size-[1.45em] sm:size-10" />
          <span className="font-display font-extrabold tracking-tight sm:sr-only">{brand}</span>
        </Link>
        <div className="flex items-center gap-2 sm:order-last">
          {!settings.current && (
            <Button
              href={settings.href}
              variant="quiet"
              iconOnly
              icon={settings.icon}
              className="sm:hidden"
            >
              {settings.label}
            </Button>
          )}
          {account}
        </div>
      </div>
      <nav id="main-navigation" aria-label="Main" className={navigation}>
        <ul className="grid auto-cols-fr grid-flow-col sm:grid-flow-row sm:gap-2 sm:[@media(max-height:28rem)]:gap-0">
          {[...items, settings].map(item => (
            <li
              key={item.href}
              className={classes('relative', item === settings && 'max-sm:hidden')}
              {...tooltips.triggerProps(item.href)}
            >
              <Link
                href={item.href}
                aria-current={item.current ? 'page' : undefined}
                className={classes(link, item.current ? currentLink : otherLink)}
              >
                {item.icon}
                <span className="sm:sr-only">{item.label}</span>
              </Link>
              {tooltips.shown === item.href && <Tooltip>{item.label}</Tooltip>}
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}

const navigation =
  'fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:static sm:grow sm:border-t-0 sm:pb-0'
const link =
  'relative grid min-h-16 content-center justify-items-center gap-1 text-center text-xs font-semibold sm:size-12 sm:min-h-0 sm:rounded-control sm:transition-colors'
const currentLink =
  'text-ink before:absolute before:inset-x-5 before:top-0 before:rounded-b-full before:border-t-3 before:border-ink sm:bg-ink sm:text-canvas sm:before:hidden sm:forced-colors:border-2 sm:forced-colors:border-[Highlight]'
const otherLink = 'text-muted sm:hover:bg-sunken sm:hover:text-ink'
