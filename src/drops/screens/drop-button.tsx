import { useState } from 'react'
import type { ListEditor } from '../../tracks/screens/editor/use-list-editor.ts'
import { Button } from '../../ui/button.tsx'
import { DialogLater } from '../../ui/dialog-later.tsx'
import { componentLater } from '../../ui/load-later.ts'
import type { DropListItem } from '../drops.schemas.ts'
import { countdown } from './countdown.ts'
import { useDropState } from './use-drops.ts'

const DropDialog = componentLater(() => import('./drop-dialog.tsx'), 'DropDialog')

export function DropButton({ onOpen }: { onOpen: () => void }) {
  const { visible, wait } = useDropState()
  const allowed = wait === 0
  if (!visible) return null
  return (
    <Button
      variant={allowed ? 'primary' : 'secondary'}
      className="tabular-nums tracking-wide max-sm:grow sm:min-w-28"
      onPointerEnter={DropDialog.preload}
      onFocus={DropDialog.preload}
      onClick={onOpen}
    >
      {allowed ? 'DROP' : wait === null ? 'WAIT' : `Drop available in ${countdown(wait)}`}
    </Button>
  )
}

/** With nothing to drop: when the next drop is possible. */
export function NextDrop({ hasUnsaved }: { hasUnsaved: boolean }) {
  const { visible, wait } = useDropState()
  if (visible || wait === null) return null
  return (
    <p className="w-full text-sm text-muted tabular-nums">
      {wait > 0
        ? `Next drop in ${countdown(wait)}, once your list ${hasUnsaved ? 'is saved' : 'has changed'}.`
        : `${hasUnsaved ? 'Save' : 'Change'} your list, and you can drop it.`}
    </p>
  )
}

type DropDialogLaterProps = {
  username: string
  editor: ListEditor
  isOpen: boolean
  onClose: () => void
  onDropped: (drop: DropListItem, mails: number | null) => void
}

export function DropDialogLater({
  username,
  editor,
  isOpen,
  onClose,
  onDropped,
}: DropDialogLaterProps) {
  const { wait, nextDropTime } = useDropState()
  const [note, setNote] = useState('')
  if (!isOpen) return null
  return (
    <DialogLater onClose={onClose}>
      <DropDialog
        username={username}
        editor={editor}
        nextDropTime={wait ? nextDropTime : null}
        note={note}
        onNote={setNote}
        onClose={onClose}
        onDropped={(drop, mails) => {
          onClose()
          setNote('')
          onDropped(drop, mails)
        }}
      />
    </DialogLater>
  )
}
