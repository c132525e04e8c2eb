import { useEffect, useRef, useState } from 'react'
import type { ListEditor } from '../../tracks/screens/editor/use-list-editor.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { DialogLater } from '../../ui/dialog-later.tsx'
import { componentLater } from '../../ui/load-later.ts'
import type { DropListItem } from '../drops.schemas.ts'
import { countdown } from './countdown.ts'
import { useDropState, useKeptNote } from './use-drops.ts'

const DropDialog = componentLater(() => import('./drop-dialog.tsx'), 'DropDialog')

/** In the heading, while a drop has to wait: for its day, or for unsaved changes. */
export function DropButton({ hasUnsaved, onOpen }: { hasUnsaved: boolean; onOpen: () => void }) {
  const { visible, wait } = useDropState()
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
  /** Once the list has been saved, and nothing else has the focus. */
  takesFocus: boolean
  onOpen: () => void
}

/** When a drop is possible: below the list, on phones at the thumb. */
export function DropBar({ takesFocus, onOpen }: DropBarProps) {
  const { visible, wait } = useDropState()
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
      className="z-20 bg-linear-to-t from-canvas from-60% to-transparent pt-6 pb-3 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-[calc(4rem+env(safe-area-inset-bottom)+var(--player-height))] max-sm:px-4 max-sm:shadow-[0_3rem_0_var(--canvas)] sm:sticky sm:bottom-(--player-height) sm:pb-6"
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

/** With nothing to drop: when the next drop is possible. */
export function NextDrop() {
  const { visible, wait } = useDropState()
  if (visible || wait === null) return null
  return (
    <p className="w-full text-sm text-muted tabular-nums">
      {wait > 0
        ? `Next drop in ${countdown(wait)}, once your list has changed.`
        : 'Change your list, and you can drop it.'}
    </p>
  )
}

type DropDialogLaterProps = {
  username: string
  editor: ListEditor
  isOpen: boolean
  onClose: () => void
  onDropped: (drop: DropListItem) => void
}

export function DropDialogLater({
  username,
  editor,
  isOpen,
  onClose,
  onDropped,
}: DropDialogLaterProps) {
  const { wait, nextDropTime } = useDropState()
  const [note, setNote] = useKeptNote()
  const [unknown, setUnknown] = useState<number | null>(null)
  if (!isOpen) return null
  return (
    <DialogLater onClose={onClose}>
      <DropDialog
        username={username}
        editor={editor}
        nextDropTime={wait ? nextDropTime : null}
        note={note}
        onNote={setNote}
        unknown={unknown}
        onFailed={setUnknown}
        onClose={onClose}
        onDropped={drop => {
          onClose()
          setNote('')
          setUnknown(null)
          onDropped(drop)
        }}
      />
    </DialogLater>
  )
}
