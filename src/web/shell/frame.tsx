import type { ReactNode } from 'react'
import { OperatorLinks } from '../../site/operator-links.tsx'
import { useSite } from '../../site/site.tsx'
import { classes } from '../../ui/classes.ts'

type FrameProps = {
  top: ReactNode
  /** `top` is the navigation of members, which is fixed: the page keeps space for it. */
  isMember?: boolean
  /** False for a page whose own footer has the operator's links. */
  hasFooter?: boolean
  children: ReactNode
}

export function Frame({ top, isMember = false, hasFooter = true, children }: FrameProps) {
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-ink px-4 py-3 font-semibold text-canvas focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <div
        className={classes(
          'flex min-h-dvh flex-col',
          isMember
            ? 'pb-[calc(4rem+env(safe-area-inset-bottom)+var(--player-height))] sm:pb-(--player-height) sm:pl-18'
            : 'pb-(--player-height)',
        )}
      >
        {top}
        <main id="content" tabIndex={-1} className="grow outline-none">
          {children}
        </main>
        {hasFooter && <Footer />}
      </div>
    </>
  )
}

function Footer() {
  const { operatorLinks } = useSite()
  if (operatorLinks.length === 0) return null
  return (
    <footer className="mx-auto flex w-full max-w-page flex-wrap gap-x-5 px-4 py-5 text-sm sm:px-6">
      <OperatorLinks />
    </footer>
  )
}
