import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListEditor } from '../../tracks/screens/editor/use-list-editor.ts'
import { Button } from '../../ui/button.tsx'
import { DialogLater } from '../../ui/dialog-later.tsx'
import { componentLater } from '../../ui/load-later.ts'
import type { DropListItem } from '../drops.schemas.ts'
import { countdown } from './countdown.ts'
import { useDropState, weeklyLimitQuery } from './use-drops.ts'

const DropDialog = componentLater(() => import('./drop-dialog.tsx'), 'DropDialog')

/** To link to. */
export const dropButtonId = 'drop'

type DropButtonProps = {
  username: string
  editor: ListEditor
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onDropped: (drop: DropListItem) => void
}

/** DROP, or the time until it is allowed. Hidden while the list has not changed since the last drop. */
export function DropButton({ username, editor, isOpen, onOpen, onDropped }: DropButtonProps) {
  const client = useQueryClient()
  const { visible, wait, nextDropTime } = useDropState()
  const [note, setNote] = useState('')
  const allowed = wait === 0
  return (
    <>
      {visible && (
        <Button
          id={dropButtonId}
          variant={allowed ? 'primary' : 'secondary'}
          className="tabular-nums tracking-wide max-sm:w-full sm:min-w-28"
          onPointerEnter={DropDialog.preload}
          onFocus={DropDialog.preload}
          onClick={() => {
            void client.invalidateQueries({ queryKey: weeklyLimitQuery.queryKey })
            onOpen(true)
          }}
        >
          {allowed ? 'DROP' : wait === null ? 'WAIT' : `Drop available in ${countdown(wait)}`}
        </Button>
      )}
      {isOpen && (
        <DialogLater onClose={() => onOpen(false)}>
          <DropDialog
            username={username}
            editor={editor}
            nextDropTime={wait ? nextDropTime : null}
            note={note}
            onNote={setNote}
            onClose={() => onOpen(false)}
            onDropped={drop => {
              onOpen(false)
              setNote('')
              onDropped(drop)
            }}
          />
        </DialogLater>
      )}
    </>
  )
}
