import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LazyBoundary } from '../../../site/lazy-boundary.tsx'
import { classes } from '../../../ui/classes.ts'
import { KeepFocus } from '../../../ui/data/keep-focus.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { lazyComponent } from '../../../ui/routing/lazy.ts'
import { pluralize } from '../../../ui/text/format.ts'
import { maxTracks } from '../../tracks.shared.ts'
import { type LeftOut, partsLeftOut } from './add/plan-paste.ts'
import { EmptySlots } from './empty-slots.tsx'
import { takeSharedText, usePastedTrack } from './incoming-text.ts'
import { ListPlaces } from './list-places.tsx'
import type { NewTrack, Row } from './local-edits.ts'
import { ReorderableRows } from './reorderable-rows.tsx'
import { SaveBar } from './save-bar.tsx'
import { SaveFailures } from './save-failures.tsx'
import { draftSaved, type ListEditor as Editor } from './use-list-editor.ts'

const AddTrackDialog = lazyComponent(() => import('./add/add-track-dialog.tsx'), 'AddTrackDialog')

/** The closing dialog moves the focus first. */
const afterDialogMs = 60

type Adding = { replacedRow?: Row; pastedText?: string }

type ListEditorProps = {
  editor: Editor
  /** Floats over the page while nothing is unsaved. */
  barWhenSaved: ReactNode
}

/** The ranked list, its empty slots and the bar that saves it. */
export function ListEditor({ editor, barWhenSaved }: ListEditorProps) {
  const [adding, setAdding] = useState<Adding | null>(null)
  const [text, setText] = useState('')
  const region = useRef<HTMLElement>(null)
  usePastedTrack(adding === null && !editor.saving, pastedText => setAdding({ pastedText }))
  useEffect(() => {
    const pastedText = takeSharedText()
    if (pastedText) setAdding({ pastedText })
  }, [])

  const close = () => {
    setAdding(null)
    setTimeout(restoreFocus, afterDialogMs)
  }
  const onTracks = (tracks: NewTrack[], leftOut: LeftOut[]) => {
    const { replacedRow, pastedText } = adding ?? {}
    const [first] = tracks
    if (replacedRow) {
      if (first) editor.swap(replacedRow.id, first)
      return close()
    }
    const isAdded = editor.add(tracks)
    const isFull = editor.count + tracks.length >= maxTracks
    // What was pasted outside the dialog is complete; who opened it may add the next one.
    if (isAdded && !isFull && !pastedText) return
    close()
    if (isAdded && leftOut.length > 0)
      void toast(`${pluralize(tracks.length, 'track')} added`, {
        description: isFull ? 'Your seven are full.' : `${partsLeftOut(leftOut)}.`,
      })
  }
  // What had the focus may have been removed: the button that opened the dialog, or the bar that saves.
  const restoreFocus = () => {
    if (document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  }

  const wasSaving = useRef(false)
  useEffect(() => {
    if (wasSaving.current && !editor.saving) restoreFocus()
    wasSaving.current = editor.saving
  })

  return (
    <section ref={region} tabIndex={-1} aria-label="Tracks" className="outline-none">
      {/* Rendered while empty, because a live region added together with its text is often not read. */}
      <div role="alert">
        {editor.failures.length > 0 && (
          <SaveFailures failures={editor.failures} anySaved={editor.anySaved} />
        )}
      </div>
      <p role="status" className="sr-only">
        {editor.announcement}
      </p>
      {editor.wasDraft && editor.hasJustSaved && (
        <p className="mb-3 font-medium text-good">{draftSaved}</p>
      )}
      <div inert={editor.saving} className={classes(editor.saving && 'opacity-70')}>
        {editor.showsPlaces && (
          <ListPlaces editor={editor} text={text} onText={setText} onFull={restoreFocus} />
        )}
        {/* On a phone, what is found comes first. */}
        <div className={classes(editor.showsPlaces && text.trim() && 'max-sm:hidden')}>
          <KeepFocus>
            <ReorderableRows editor={editor} onSwap={replacedRow => setAdding({ replacedRow })} />
            <EmptySlots count={editor.count} onAdd={() => setAdding({})} />
          </KeepFocus>
        </div>
      </div>
      <SaveBar
        editor={editor}
        onCancel={() => region.current?.focus({ preventScroll: true })}
        barWhenSaved={barWhenSaved}
      />
      {adding && (
        <LazyBoundary onClose={close}>
          <AddTrackDialog
            replacedRow={adding.replacedRow}
            rows={editor.rows.filter(row => !row.removed)}
            pastedText={adding.pastedText ?? ''}
            onClose={close}
            onTracks={onTracks}
          />
        </LazyBoundary>
      )}
    </section>
  )
}
