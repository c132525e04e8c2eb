import type { ReactNode } from 'react'

/** An error of a form or control. Rendered while empty, too: a live region that is added together with its text is often not read. */
export function ErrorMessage({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="text-sm font-medium text-danger empty:hidden">
      {children}
    </p>
  )
}
