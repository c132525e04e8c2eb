import type { ReactNode } from 'react'

/** Announces what is wrong, below a form or a control. Rendered while empty, too: a live region added together with its text is often not read. */
export function ErrorMessage({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="text-sm font-medium text-danger empty:hidden">
      {children}
    </p>
  )
}
