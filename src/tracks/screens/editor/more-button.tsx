import Ellipsis from 'lucide-react/icons/ellipsis'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { Button } from '../../../ui/button.tsx'

type MoreButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  trackId: number
  title: string
  ref?: Ref<HTMLButtonElement>
}

/** Opens a track's menu. Stands alone until the menu has loaded. */
export function MoreButton({ trackId, title, ...button }: MoreButtonProps) {
  return (
    <Button
      {...button}
      data-moves={trackId}
      variant="quiet"
      size="sm"
      iconOnly
      icon={<Ellipsis size={20} aria-hidden="true" className="text-muted" />}
    >
      More moves for {title}
    </Button>
  )
}

export function focusMoreButton(trackId: number) {
  document.querySelector<HTMLElement>(`[data-moves="${trackId}"]`)?.focus()
}
