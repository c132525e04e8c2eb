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

/** A dropdown menu. `trigger` must be one element that accepts a ref, such as `<Button iconOnly>`. */
export function Menu({ trigger, items }: { trigger: ReactElement; items: MenuItem[] }) {
  const selected = useRef<() => void>(undefined)
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* Inside the main landmark. On the server the menu is closed and has no container. */}
      <Radix.Portal
        container={typeof document === 'undefined' ? null : document.getElementById('content')}
      >
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          // After the trigger has got the focus back, so that a dialog opened by the item returns the focus to it.
          onCloseAutoFocus={() => {
            const run = selected.current
            selected.current = undefined
            if (run) setTimeout(run)
          }}
          className="z-50 min-w-48 animate-fade-in rounded-control border border-line bg-surface p-1.5 text-ink shadow-float"
        >
          {items.map(item => (
            <Item
              key={item.label}
              {...item}
              select={run => {
                selected.current = run
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
  select,
  ...target
}: MenuItem & { select: (run: () => void) => void }) {
  const itemClasses = classes(
    'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-sm font-medium outline-none data-highlighted:bg-sunken',
    tone === 'danger' && 'text-danger',
  )
  if (target.href !== undefined) {
    return (
      <Radix.Item asChild className={itemClasses}>
        <Link href={target.href} newTab={target.newTab ?? false}>
          {icon}
          {label}
        </Link>
      </Radix.Item>
    )
  }
  return (
    <Radix.Item
      className={classes(itemClasses, 'cursor-pointer')}
      onSelect={() => select(target.onSelect)}
    >
      {icon}
      {label}
    </Radix.Item>
  )
}
