import { type ReactNode, useState } from 'react'

/** A part of a page that is closed at first; its content is loaded when it is opened. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="rounded-card border border-line bg-surface px-4 sm:px-6"
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer py-3 font-semibold">{title}</summary>
      {isOpen && <div className="grid grid-cols-1 gap-6 border-t border-line py-4">{children}</div>}
    </details>
  )
}
