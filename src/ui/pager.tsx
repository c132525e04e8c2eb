import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode, RefObject } from 'react'
import { classes } from './classes.ts'
import { type PageShown, pagesShown } from './pages-shown.ts'

type PagerProps = {
  page: number
  pageSize: number
  /** Rows in all, not pages. */
  total: number
  onPageChange: (page: number) => void
  /** Comes into view when the page changes. */
  top?: RefObject<HTMLElement | null>
  label?: string
}

/** The way through a list's pages; nothing when there is only one. */
export function Pager({ page, pageSize, total, onPageChange, top, label = 'Pages' }: PagerProps) {
  const last = Math.ceil(total / pageSize)
  if (last <= 1) return null
  const go = (to: number) => {
    onPageChange(to)
    top?.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap items-center justify-center sm:gap-1">
        <li>
          <Step label="Previous page" disabled={page <= 1} onClick={() => go(page - 1)}>
            <ChevronLeft size={18} aria-hidden="true" />
          </Step>
        </li>
        {keyed(pagesShown(page, last)).map(([key, shown]) => (
          <li key={key}>
            {shown === 'gap' ? (
              <span className="grid w-6 place-items-center text-muted sm:w-11">
                <span aria-hidden="true">…</span>
              </span>
            ) : (
              <Step label={`Page ${shown}`} current={shown === page} onClick={() => go(shown)}>
                {shown}
              </Step>
            )}
          </li>
        ))}
        <li>
          <Step label="Next page" disabled={page >= last} onClick={() => go(page + 1)}>
            <ChevronRight size={18} aria-hidden="true" />
          </Step>
        </li>
      </ul>
    </nav>
  )
}

type StepProps = {
  label: string
  current?: boolean
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

/** Stays focusable at either end, so that pressing it to the end does not lose the focus. */
function Step({ label, current = false, disabled = false, onClick, children }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      aria-disabled={disabled || undefined}
      onClick={disabled || current ? undefined : onClick}
      className={classes(
        'grid h-11 min-w-8 place-items-center rounded-control px-1 min-[24rem]:min-w-9 font-display font-bold tabular-nums transition-colors sm:min-w-11',
        current ? 'bg-accent text-on-accent' : !disabled && 'hover:bg-sunken',
        disabled && 'cursor-not-allowed opacity-40',
      )}
    >
      {children}
    </button>
  )
}

/** Gaps have no name of their own, so they are named by their side. */
const keyed = (pages: PageShown[]) =>
  pages.map((shown, index) => [shown === 'gap' ? `gap${index}` : shown, shown] as const)
