import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { ListEditor } from '../../tracks/screens/editor/use-list-editor.ts'
import { Button } from '../../ui/button.tsx'
import { lazyComponent, preload } from '../../ui/lazy-component.ts'
import type { DropListItem } from '../drops.schemas.ts'
import { countdown } from './countdown.ts'
import { useDropState, weeklyLimitQuery } from './use-drops.ts'

const loadDialog = () => import('./drop-dialog.tsx')
const DropDialog = lazyComponent(loadDialog, 'DropDialog')

/** To link to. */
export const dropButtonId = 'drop'

type DropButtonProps = {
  username: string
  editor: ListEditor
  onDropped: (drop: DropListItem) => void
}

/** DROP, or the time until it is allowed. Hidden while the list has not changed since the last drop. */
export function DropButton({ username, editor, onDropped }: DropButtonProps) {
  const client = useQueryClient()
  const { visible, wait, nextDropTime } = useDropState()
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const allowed = wait === 0
  return (
    <>
      {visible && (
        <Button
          id={dropButtonId}
          variant={allowed ? 'primary' : 'secondary'}
          className="tabular-nums tracking-wide max-sm:w-full sm:min-w-28"
          onPointerEnter={() => preload(loadDialog)}
          onFocus={() => preload(loadDialog)}
          onClick={() => {
            void client.invalidateQueries({ queryKey: weeklyLimitQuery.queryKey })
            setOpen(true)
          }}
        >
          {allowed ? 'DROP' : wait === null ? 'WAIT' : `Drop available in ${countdown(wait)}`}
        </Button>
      )}
      {open && (
        <Suspense>
          <DropDialog
            username={username}
            editor={editor}
            nextDropTime={wait ? nextDropTime : null}
            note={note}
            onNote={setNote}
            onClose={() => setOpen(false)}
            onDropped={drop => {
              setOpen(false)
              setNote('')
              onDropped(drop)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
