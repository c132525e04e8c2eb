import { Suspense, useEffect, useRef, useState } from 'react'
import { classes } from '../../../ui/classes.ts'
import { pluralize } from '../../../ui/format.ts'
import { lazyComponent, preload } from '../../../ui/lazy-component.ts'
import { toast } from '../../../ui/toast.ts'
import { maxTracks } from '../../tracks.shared.ts'
import { EmptySlot, nextPlaceId } from './empty-slot.tsx'
import { takeSharedText, usePastedTrack } from './incoming-text.ts'
import type { NewTrack, Row } from './local-edits.ts'
import { ReorderableRows } from './reorderable-rows.tsx'
import { SaveBar } from './save-bar.tsx'
import type { ListEditor as Editor } from './use-list-editor.ts'

const loadDialog = () => import('./add/add-track-dialog.tsx')
const AddTrackDialog = lazyComponent(loadDialog, 'AddTrackDialog')

const loadFailures = () => import('./save-failures.tsx')
const SaveFailures = lazyComponent(loadFailures, 'SaveFailures')

/** The closing dialog moves the focus first. */
const afterDialogMs = 60

type DialogState = { replacedRow?: Row; pastedText?: string }

/** The ranked list, its empty slots and the bar that saves it. */
export function ListEditor({ editor }: { editor: Editor }) {
  const region = useRef<HTMLElement>(null)
  const [dialog, setDialog] = useState<DialogState | null>(null)
  useEffect(() => {
    // In advance: when saving fails, this may be impossible to download.
    preload(loadFailures)
  }, [])
  usePastedTrack(dialog === null && !editor.saving, pastedText => setDialog({ pastedText }))
  useEffect(() => {
    const pastedText = takeSharedText()
    if (pastedText) setDialog({ pastedText })
  }, [])

  const onTracks = (tracks: NewTrack[], leftOut: number) => {
    const { replacedRow } = dialog ?? {}
    const [first] = tracks
    setDialog(null)
    if (!replacedRow) editor.add(tracks)
    else if (first) editor.swap(replacedRow.id, first)
    if (leftOut > 0)
      void toast(`${pluralize(tracks.length, 'track')} added`, {
        description: 'The rest of what you pasted was left out',
      })
    setTimeout(restoreFocus, afterDialogMs)
  }
  // The button that opened the dialog may have been removed with its slot or row.
  const restoreFocus = () => {
    if (document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  }

  return (
    <section ref={region} tabIndex={-1} aria-label="Tracks" className="outline-none">
      {/* Rendered while empty, because a live region added together with its text is often not read. */}
      <div role="alert">
        {editor.failures.length > 0 && (
          <Suspense>
            <SaveFailures failures={editor.failures} anySaved={editor.anySaved} />
          </Suspense>
        )}
      </div>
      <p role="status" className="sr-only">
        {editor.announcement}
      </p>
      <div inert={editor.saving} className={classes(editor.saving && 'opacity-70')}>
        <ReorderableRows editor={editor} onSwap={replacedRow => setDialog({ replacedRow })} />
        <ol start={editor.count + 1} className="grid gap-2">
          {Array.from({ length: maxTracks - editor.count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the first slot keeps the focus after a track is added
            <li key={index}>
              <EmptySlot
                id={index === 0 ? nextPlaceId : undefined}
                rank={editor.count + index + 1}
                isFirstTrack={editor.count === 0 && index === 0}
                onAdd={() => setDialog({})}
                onPreload={() => preload(loadDialog)}
              />
            </li>
          ))}
        </ol>
      </div>
      <SaveBar editor={editor} onDone={() => region.current?.focus({ preventScroll: true })} />
      {dialog && (
        <Suspense>
          <AddTrackDialog
            replacedRow={dialog.replacedRow}
            rows={editor.rows.filter(row => !row.removed)}
            pastedText={dialog.pastedText ?? ''}
            onClose={() => setDialog(null)}
            onTracks={onTracks}
          />
        </Suspense>
      )}
    </section>
  )
}
