import { ChevronLeft, ChevronRight } from 'lucide'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'

type PagerProps = {
  page: number
  /** True while the rows of the previous page are still shown. */
  isLoading: boolean
  pageSize: number
  total: number
  onPageChange: (page: number) => void
  top?: RefObject<HTMLElement | null> | undefined
  label?: string
}

/** Pagination; renders nothing for a single page. */
export function Pager(props: PagerProps) {
  const { page, isLoading, pageSize, total, onPageChange, top, label = 'Pages' } = props
  const nav = useRef<HTMLElement>(null)
  /** Finds the focus of somebody who uses the keyboard. */
  const findFocus = () => nav.current?.querySelector(':focus-visible')
  const shownPage = isLoading ? null : page
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer page moves the focus below the window
  useEffect(() => {
    if (shownPage !== null) findFocus()?.scrollIntoView({ block: 'nearest' })
  }, [shownPage])
  const last = Math.ceil(total / pageSize)
  if (last <= 1) return null
  const goTo = (next: number) => {
    onPageChange(next)
    if (!findFocus()) top?.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <nav ref={nav} aria-label={label}>
      <ul className="flex flex-wrap items-center justify-center sm:gap-1">
        <li>
          <PageButton label="Previous page" disabled={page <= 1} onClick={() => goTo(page - 1)}>
            <Icon icon={ChevronLeft} size={18} />
          </PageButton>
        </li>
        {withKeys(pageItems(page, last)).map(([key, item]) => (
          <li key={key}>
            {item === 'gap' ? (
              <span className="grid w-6 place-items-center text-muted sm:w-11">
                <span aria-hidden="true">…</span>
              </span>
            ) : (
              <PageButton label={`Page ${item}`} current={item === page} onClick={() => goTo(item)}>
                {item}
              </PageButton>
            )}
          </li>
        ))}
        <li>
          <PageButton label="Next page" disabled={page >= last} onClick={() => goTo(page + 1)}>
            <Icon icon={ChevronRight} size={18} />
          </PageButton>
        </li>
      </ul>
    </nav>
  )
}

type PageItem = number | 'gap'

const maxItems = 7

/** The page numbers to list: all when there are at most seven; otherwise seven items with the first, the last and the neighbors of the current page. */
export function pageItems(current: number, last: number): PageItem[] {
  if (last <= maxItems) return range(1, last)
  if (current <= 4) return [...range(1, 5), 'gap', last]
  if (current >= last - 3) return [1, 'gap', ...range(last - 4, last)]
  return [1, 'gap', ...range(current - 1, current + 1), 'gap', last]
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

const withKeys = (items: PageItem[]) =>
  items.map((item, index) => [item === 'gap' ? `gap${index}` : item, item] as const)

type PageButtonProps = {
  label: string
  current?: boolean
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

/** `aria-disabled` instead of `disabled`, so that the focus is not lost on the last page. */
function PageButton({
  label,
  current = false,
  disabled = false,
  onClick,
  children,
}: PageButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      aria-disabled={disabled || undefined}
      onClick={disabled || current ? undefined : onClick}
      className={classes(
        'grid h-11 min-w-8 place-items-center rounded-control px-1 min-[24rem]:min-w-9 font-display font-bold tabular-nums transition-colors sm:min-w-11',
        current ? 'bg-ink text-canvas' : !disabled && 'hover:bg-sunken',
        disabled && 'cursor-not-allowed opacity-40',
      )}
    >
      {children}
    </button>
  )
}
