import type { ReactNode } from 'react'

/** What stands around every screen: navigation for members, a bar for visitors. */
export function Chrome({ children }: { children: ReactNode }) {
  return <main id="content">{children}</main>
}
