import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { useSite } from '../site.tsx'
import { OperatorLinks } from './operator-links.tsx'

type FrameProps = {
  top?: ReactNode
  /** Fixed navigation of members; the page keeps space for it. */
  rail?: ReactNode
  bottom?: ReactNode
  /** False for a page whose own footer has the operator's links. */
  hasFooter?: boolean
  children: ReactNode
}

export function Frame({ top, rail, bottom, hasFooter = true, children }: FrameProps) {
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-ink px-4 py-3 font-semibold text-canvas focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      {rail}
      <div
        className={classes(
          'flex min-h-dvh flex-col',
          rail ? 'sm:pl-18' : null,
          bottom
            ? 'pb-[calc(4rem+env(safe-area-inset-bottom)+var(--player-height))] sm:pb-(--player-height)'
            : 'pb-(--player-height)',
        )}
      >
        {top}
        <main id="content" tabIndex={-1} className="grow outline-none">
          {children}
        </main>
        {hasFooter && <Footer />}
      </div>
      {bottom}
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
