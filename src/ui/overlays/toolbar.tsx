import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

type ToolbarProps = { label: string; className?: string; children: ReactNode }

/** The controls are one stop for Tab together; the arrow keys, Home and End move between them. */
export function Toolbar({ label, className, children }: ToolbarProps) {
  const toolbar = useRef<HTMLDivElement>(null)
  const current = useRef<Element>(null)
  // Runs at each rendering, because the controls change.
  useLayoutEffect(() => setTabStop(controlsOf(toolbar.current), current.current))

  const onKeyDown = (event: KeyboardEvent) => {
    const controls = controlsOf(toolbar.current)
    const at = controls.indexOf(event.target as HTMLElement)
    const next = controls[nextIndex(event.key, at, controls.length) ?? -1]
    // What is dragged by keyboard uses the arrows itself.
    if (at < 0 || !next || event.defaultPrevented || event.altKey || event.metaKey) return
    event.preventDefault()
    next.focus()
  }
  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={label}
      className={className}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const controls = controlsOf(toolbar.current)
        if (!controls.includes(target)) return
        current.current = target
        setTabStop(controls, target)
      }}
    >
      {children}
    </div>
  )
}

/** Leaves out the controls of a menu in the toolbar. */
const controlsOf = (toolbar: HTMLElement | null) =>
  [...(toolbar?.querySelectorAll<HTMLElement>('a[href], button, [role=button]') ?? [])].filter(
    control => !control.closest('[popover]'),
  )

function setTabStop(controls: HTMLElement[], current: Element | null) {
  const stop = controls.find(control => control === current) ?? controls[0]
  for (const control of controls) control.tabIndex = control === stop ? 0 : -1
}

function nextIndex(key: string, at: number, count: number): number | undefined {
  const indexes: Record<string, number> = {
    ArrowRight: (at + 1) % count,
    ArrowLeft: (at + count - 1) % count,
    Home: 0,
    End: count - 1,
  }
  return indexes[key]
}
