import { Ellipsis } from 'lucide'
import { type ReactNode, type Ref, useId } from 'react'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { Link } from '../routing/link.tsx'

export type MenuItem = {
  label: string
  icon?: ReactNode
  variant?: 'danger'
} & (
  | { href: string; newTab?: boolean; onSelect?: undefined }
  | { href?: undefined; onSelect: () => void }
)

type MenuProps = {
  /** The button's accessible name. */
  label: string
  /** Three dots by default. */
  icon?: ReactNode
  /** Classes of the button. */
  className?: string
  buttonRef?: Ref<HTMLButtonElement>
  /** The menu opens beside its button where there is a rail. */
  opensBeside?: boolean
  heading?: ReactNode
  items?: MenuItem[]
  children?: ReactNode
}

/** A button and the native popover it opens, which closes on Escape, a click outside and a choice. */
export function Menu(props: MenuProps) {
  const { label, icon = dots, className, buttonRef, opensBeside, heading, items, children } = props
  const id = useId()
  return (
    <>
      <Button
        ref={buttonRef}
        variant="quiet"
        iconOnly
        icon={icon}
        popoverTarget={id}
        className={className}
      >
        {label}
      </Button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: clicks of the items, also by keyboard */}
      <div
        id={id}
        popover="auto"
        // Closes before the choice is rendered: a dialog that it opens returns the focus to the button.
        onClick={event => event.currentTarget.hidePopover()}
        className={classes('menu', opensBeside && 'sm:[position-area:right_span-top]')}
      >
        {heading && <p className="truncate px-3 py-2 text-sm text-muted">{heading}</p>}
        {children}
        {items?.map(item => (
          <Item key={item.label} {...item} />
        ))}
      </div>
    </>
  )
}

const dots = <Icon icon={Ellipsis} size={20} />

function Item({ label, icon, variant, ...target }: MenuItem) {
  const itemClasses = classes('menu-item', variant === 'danger' && 'text-danger')
  return target.href === undefined ? (
    <button type="button" className={itemClasses} onClick={target.onSelect}>
      {icon}
      {label}
    </button>
  ) : (
    <Link href={target.href} newTab={target.newTab ?? false} className={itemClasses}>
      {icon}
      {label}
    </Link>
  )
}
