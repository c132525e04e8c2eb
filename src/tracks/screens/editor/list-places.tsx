import { type RefObject, useEffect, useRef, useState } from 'react'
import { LazyBoundary } from '../../../site/lazy-boundary.tsx'
import { classes } from '../../../ui/classes.ts'
import { lazyComponent } from '../../../ui/routing/lazy.ts'
import { maxTracks } from '../../tracks.shared.ts'
import { SevenCovers } from '../seven-covers.tsx'
import { PastedTracks } from './add/pasted-tracks.tsx'
import { type LeftOut, partsLeftOut } from './add/plan-paste.ts'
import { PlacesLabel, SevenField } from './add/seven-field.tsx'
import type { NewTrack } from './local-edits.ts'
import type { ListEditor } from './use-list-editor.ts'

const FieldResults = lazyComponent(() => import('./add/field-results.tsx'), 'FieldResults')

type ListPlacesProps = {
  editor: ListEditor
  text: string
  onText: (text: string) => void
  /** The field goes with the seventh track. */
  onFull: () => void
}

/** The seven places of a list that has room, and the field that fills them. */
export function ListPlaces({ editor, text, onText, onFull }: ListPlacesProps) {
  const field = useRef<HTMLInputElement>(null)
  const [leftOut, setLeftOut] = useState<LeftOut[]>([])
  const hasText = text.trim() !== ''
  const shownLeftOut = hasText ? [] : leftOut
  useTypedBefore(field, onText)
  const rows = editor.rows.filter(row => !row.removed)
  const add = (tracks: NewTrack[], partsWithout: LeftOut[]) => {
    editor.add(tracks)
    setLeftOut(partsWithout)
    onText('')
    if (rows.length + tracks.length >= maxTracks) requestAnimationFrame(onFull)
    else field.current?.focus()
  }
  return (
    <div className="mb-6 grid max-w-120 grid-cols-1 gap-3 sm:gap-4">
      {/* On a phone the covers of a saved list are in its rows, which have to fit above DROP. */}
      <div className={classes('relative scroll-mt-3', !editor.isNew && 'max-sm:hidden')}>
        <SevenCovers tracks={rows} layout="strip" hasPlaces />
        {!editor.full && <PlacesLabel />}
      </div>
      {!editor.full && <SevenField ref={field} value={text} onValue={onText} />}
      <p role="status" className="text-sm text-muted empty:hidden">
        {shownLeftOut.length > 0 && `${partsLeftOut(shownLeftOut)}.`}
      </p>
      {shownLeftOut.length > 0 && <PastedTracks rows={shownLeftOut} />}
      {hasText && (
        <LazyBoundary onClose={() => onText('')} loading={null}>
          <FieldResults text={text} rows={rows} onAdd={add} />
        </LazyBoundary>
      )}
    </div>
  )
}

/** Takes what was typed before the page was ready. */
function useTypedBefore(field: RefObject<HTMLInputElement | null>, onText: (text: string) => void) {
  const take = useRef(onText)
  useEffect(() => {
    const typed = field.current?.value
    if (typed) take.current(typed)
  }, [field])
}
