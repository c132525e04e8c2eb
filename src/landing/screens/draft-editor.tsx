import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { nobody } from '../../members/screens/browser-state.ts'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { trackColor } from '../../tracks/generated-cover.shared.ts'
import { FieldResults } from '../../tracks/screens/editor/add/field-results.tsx'
import { PastedTracks } from '../../tracks/screens/editor/add/pasted-tracks.tsx'
import { type LeftOut, partsLeftOut } from '../../tracks/screens/editor/add/plan-paste.ts'
import { takeSharedText, usePastedTrack } from '../../tracks/screens/editor/incoming-text.ts'
import type { NewTrack } from '../../tracks/screens/editor/local-edits.ts'
import { ReorderableRows } from '../../tracks/screens/editor/reorderable-rows.tsx'
import { useListEditor } from '../../tracks/screens/editor/use-list-editor.ts'
import { noList } from '../../tracks/screens/own-list.ts'
import { maxTracks } from '../../tracks/tracks.shared.ts'
import { Button } from '../../ui/button.tsx'
import type { Draft } from './draft.ts'
import { DraftActions } from './draft-actions.tsx'
import { Pitch } from './pitch.tsx'

const minToShare = 3

type DraftEditorProps = {
  text: string
  onText: (text: string) => void
  onDraft: (draft: Draft) => void
  field: RefObject<HTMLInputElement | null>
  /** Shown in place of the rows while there are none. */
  sample: ReactNode
}

/** Fills the seven places of somebody without an account, puts them in order, shares them, and puts a name on them. */
export function DraftEditor({ text, onText, onDraft, field, sample }: DraftEditorProps) {
  const editor = useListEditor(nobody, noList, () => {})
  const rows = useMemo(() => editor.rows.filter(row => !row.removed), [editor.rows])
  const [replacedId, setReplacedId] = useState<number | null>(null)
  // The row may have been moved since.
  const replaced = rows.find(row => row.id === replacedId)
  if (replacedId !== null && !replaced) setReplacedId(null)
  const [name, setName] = useState('')
  const [leftOut, setLeftOut] = useState<LeftOut[]>([])
  const nextStep = useRef<HTMLButtonElement>(null)
  const color = rows[0] && rows.length >= minToShare ? trackColor(rows[0]) : null
  useLayoutEffect(
    () => onDraft({ rows, color, name, isSwapping: replaced !== undefined }),
    [onDraft, rows, color, name, replaced],
  )
  usePastedTrack(true, onText)
  const takeShared = useEffectEvent(() => {
    const shared = takeSharedText()
    if (shared) onText(shared)
  })
  useEffect(() => takeShared(), [])

  function add(tracks: NewTrack[], partsWithout: LeftOut[]) {
    const [first] = tracks
    if (replaced && first) editor.swap(replaced.id, first)
    else editor.add(tracks)
    setLeftOut(partsWithout)
    if (replaced) return endSwap()
    onText('')
    // The field goes with the seventh.
    if (rows.length + tracks.length >= maxTracks) focusNextStep()
    else field.current?.focus()
  }

  function endSwap() {
    setReplacedId(null)
    onText('')
    focusNextStep()
  }

  const focusNextStep = () =>
    requestAnimationFrame(() => nextStep.current?.focus({ preventScroll: true }))

  const hasText = text.trim() !== ''
  const shownLeftOut = hasText ? [] : leftOut
  return (
    <>
      <div className="grid grid-cols-1 gap-4 lg:row-start-2">
        <div className="flex flex-wrap items-center gap-x-4 has-[:only-child:empty]:hidden">
          <p role="status" className="text-sm text-muted">
            {replaced && (
              <>
                The next one takes number {replaced.rank}, from{' '}
                <bdi translate="no">{trackTitle(replaced)}</bdi>.
              </>
            )}
            {shownLeftOut.length > 0 && `${partsLeftOut(shownLeftOut)}.`}
          </p>
          {replaced && (
            <Button variant="secondary" size="sm" onClick={endSwap}>
              Cancel
            </Button>
          )}
        </div>
        {shownLeftOut.length > 0 && <PastedTracks rows={shownLeftOut} />}
        {hasText && <FieldResults text={text} rows={rows} replaced={replaced} onAdd={add} />}
        {rows.length >= minToShare ? (
          <DraftActions rows={rows} onName={setName} ref={nextStep} />
        ) : hasText ? null : rows.length === 0 ? (
          <Pitch />
        ) : (
          <p className="text-muted">
            {rows.length === 1 ? 'That is one.' : 'That is two.'} With three you can show it to
            somebody.
          </p>
        )}
      </div>
      <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <p role="status" className="sr-only">
          {editor.announcement}
        </p>
        {/* On a phone, what is found comes first. */}
        <div className={hasText ? 'max-lg:hidden' : undefined}>
          {editor.rows.length > 0 ? (
            <ReorderableRows
              editor={editor}
              onSwap={row => {
                setReplacedId(row.id)
                requestAnimationFrame(() => field.current?.focus())
              }}
            />
          ) : (
            sample
          )}
        </div>
      </div>
    </>
  )
}
