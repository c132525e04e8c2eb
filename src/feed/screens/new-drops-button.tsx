import { ArrowUp } from 'lucide'
import { pluralize } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { feedPageSize } from '../feed.shared.ts'

type NewDropsButtonProps = { count: number; onShow: () => void }

/** Floats over the feed while there are new drops that are not shown yet. */
export function NewDropsButton({ count, onShow }: NewDropsButtonProps) {
  const label = count < feedPageSize ? pluralize(count, 'new drop') : `${feedPageSize}+ new drops`
  return (
    <div role="status" className="pointer-events-none sticky top-12 z-20 h-0 sm:pl-40">
      {count > 0 && (
        <button
          type="button"
          onClick={() => {
            onShow()
            window.scrollTo(0, 0)
            requestAnimationFrame(() =>
              document.querySelector<HTMLElement>('[role=feed] article')?.focus(),
            )
          }}
          className="pointer-events-auto mx-auto flex h-11 -translate-y-9 animate-slide-up items-center gap-2 rounded-full bg-accent px-5 font-display font-bold text-on-accent shadow-float hover:bg-accent-hover"
        >
          <Icon shape={ArrowUp} size={18} />
          {label}
        </button>
      )}
    </div>
  )
}
