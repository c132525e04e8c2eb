import * as Radix from 'radix-ui/dropdown-menu'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { classes } from './classes.ts'
import { Link } from './link.tsx'

export type MenuItem = {
  label: string
  icon?: ReactNode
  tone?: 'danger'
} & (
  | { href: string; newTab?: boolean; onSelect?: undefined }
  | { href?: undefined; onSelect: () => void }
)

/** A menu under a button. `trigger` must be one element that takes a ref, such as `<Button iconOnly>`. */
export function Menu({
  trigger,
  items,
  defaultOpen = false,
}: {
  trigger: ReactElement
  items: MenuItem[]
  defaultOpen?: boolean
}) {
  const chosen = useRef<() => void>(undefined)
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* In the page's main part, so that it belongs to a landmark; closed on the server. */}
      <Radix.Portal
        container={typeof document === 'undefined' ? null : document.getElementById('content')}
      >
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          // Only after the trigger has the focus again: a dialog opened by the choice then gives it back to the trigger.
          onCloseAutoFocus={() => {
            const run = chosen.current
            chosen.current = undefined
            if (run) setTimeout(run)
          }}
          className="z-50 min-w-48 animate-fade rounded-control border border-line bg-surface p-1.5 text-ink shadow-float"
        >
          {items.map(item => (
            <Item
              key={item.label}
              {...item}
              choose={run => {
                chosen.current = run
              }}
            />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Item({
  label,
  icon,
  tone,
  choose,
  ...does
}: MenuItem & { choose: (run: () => void) => void }) {
  const look = classes(
    'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-sm font-medium outline-none data-highlighted:bg-sunken',
    tone === 'danger' && 'text-danger',
  )
  if (does.href !== undefined) {
    return (
      <Radix.Item asChild className={look}>
        <Link href={does.href} newTab={does.newTab ?? false}>
          {icon}
          {label}
        </Link>
      </Radix.Item>
    )
  }
  return (
    <Radix.Item className={classes(look, 'cursor-pointer')} onSelect={() => choose(does.onSelect)}>
      {icon}
      {label}
    </Radix.Item>
  )
}
