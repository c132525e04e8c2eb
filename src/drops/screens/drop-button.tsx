import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { countdown } from './countdown.ts'
import type { DropState } from './use-drops.ts'

type DropButtonProps = { state: DropState; hasUnsaved: boolean; onOpen: () => void }

/** The button in the heading, while a drop has to wait for its day or for unsaved changes. */
export function DropButton({ state, hasUnsaved, onOpen }: DropButtonProps) {
  const { visible, wait } = state
  if (!visible || (wait === 0 && !hasUnsaved)) return null
  return (
    <Button
      variant="secondary"
      size="sm"
      className={classes('tabular-nums', wait === 0 ? 'ml-auto' : 'max-sm:w-full')}
      onClick={onOpen}
    >
      {wait === 0 ? 'DROP' : wait === null ? 'WAIT' : `Drop available in ${countdown(wait)}`}
    </Button>
  )
}

type DropBarProps = {
  state: DropState
  /** Focuses the button once the list has been saved, unless something else has the focus. */
  takesFocus: boolean
  onOpen: () => void
}

/** The button while a drop is possible: below the list, on phones at the thumb. */
export function DropBar({ state: { visible, wait }, takesFocus, onOpen }: DropBarProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isShown = visible && wait === 0
  useEffect(() => {
    if (isShown && takesFocus && !document.activeElement?.matches('a, button, input, textarea'))
      button.current?.focus({ preventScroll: true })
  }, [isShown, takesFocus])
  if (!isShown) return null
  return (
    <div
      id="floating-bar"
      className="z-20 bg-linear-to-t from-canvas from-60% to-transparent forced-colors:bg-[Canvas] pt-6 pb-3 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-[calc(4rem+env(safe-area-inset-bottom)+var(--player-height))] max-sm:px-4 max-sm:shadow-[0_3rem_0_var(--canvas)] sm:sticky sm:bottom-(--player-height) sm:pb-6"
    >
      <Button
        ref={button}
        variant="gold"
        size="lg"
        className="w-full font-display text-xl! tracking-widest"
        onClick={onOpen}
      >
        DROP
      </Button>
    </div>
  )
}

/** Says when the next drop is possible, while there is nothing to drop. */
export function NextDrop({
  state: { visible, wait },
  hasUnsaved,
}: Omit<DropButtonProps, 'onOpen'>) {
  if (visible || wait === null) return null
  const [next, condition] = hasUnsaved
    ? ['Save your list', 'is saved']
    : ['Change your list', 'has changed']
  return (
    <p className="w-full text-sm text-muted tabular-nums">
      {wait > 0
        ? `Next drop in ${countdown(wait)}, once your list ${condition}.`
        : `${next}, and you can drop it.`}
    </p>
  )
}
