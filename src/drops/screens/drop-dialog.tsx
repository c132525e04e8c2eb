import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../platform/http/endpoint.shared.ts'
import { useSite } from '../../site/site.tsx'
import { movementLine } from '../../tracks/movement/movement.shared.ts'
import type { ListEditor } from '../../tracks/screens/editor/use-list-editor.ts'
import { SevenCovers } from '../../tracks/screens/seven-covers.tsx'
import { Button } from '../../ui/button.tsx'
import { query } from '../../ui/data/api.ts'
import { ErrorMessage } from '../../ui/data/error-state.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { DropListItem, previewDrop } from '../drops.schemas.ts'
import { daysBetweenDrops } from '../drops.shared.ts'
import { audienceLine } from './audience-line.ts'
import { NoteDialog } from './note-dialog.tsx'
import { type DropState, useDateAndTime, useKeptNote, useMakeDrop } from './use-drops.ts'

type DropDialogProps = {
  username: string
  editor: ListEditor
  state: DropState
  /** The number of a drop whose outcome is unknown, because its response was lost. Closing the dialog does not forget it. */
  unknownNumber: number | null
  onUnknown: (number: number | null) => void
  onClose: () => void
  onDropped: (drop: DropListItem) => void
}

export function DropDialog(props: DropDialogProps) {
  // After an unknown outcome the last drop may be that of this form: the next attempt finds out.
  if (props.state.wait && props.unknownNumber === null) return <TooSoon {...props} />
  if (props.editor.unsaved) return <UnsavedChanges {...props} />
  return <DropForm {...props} />
}

/** The `sizes` of number one's cover on the stage after the drop: the dialog loads the same file. */
export const stageSizes = '(width < 48rem) 90vw, 34rem'

function DropForm(props: DropDialogProps) {
  const { username, editor, state, onClose, unknownNumber, onUnknown } = props
  const [note, setNote] = useKeptNote()
  const { brand } = useSite()
  const tracks = editor.rows.filter(row => !row.removed)
  const { data: preview } = useQuery({
    ...query('GET /api/drops/preview', {}),
    staleTime: 0,
    gcTime: 0,
  })
  const number = unknownNumber ?? state.nextNumber
  const onDropped = (drop: DropListItem) => {
    onClose()
    setNote('')
    onUnknown(null)
    props.onDropped(drop)
  }
  return (
    <NoteDialog
      title={`Drop your ${brand}`}
      description={<Audience username={username} preview={preview} />}
      submitLabel="Drop it"
      variant="gold"
      note={note}
      onNote={setNote}
      mutation={useMakeDrop({ number, onUnknown, onDropped })}
      failureTitle="Failed to drop"
      onClose={onClose}
    >
      <div className="grid gap-2">
        <SevenCovers
          tracks={tracks}
          layout="strip"
          sizes={stageSizes}
          hasPriority
          className="rises-when-pressed"
        />
        <p className="min-h-6 text-sm text-muted" aria-busy={!preview}>
          {preview && describeDrop(preview)}
        </p>
      </div>
    </NoteDialog>
  )
}

const describeDrop = ({ number, movement }: ResponseOf<typeof previewDrop>) =>
  [
    number && `Drop #${number}`,
    number === 1 && `the next one opens in ${daysBetweenDrops} days`,
    movement?.previous_drop && movementLine(movement),
  ]
    .filter(Boolean)
    .join(' · ')

type AudienceProps = { username: string; preview: ResponseOf<typeof previewDrop> | undefined }

function Audience({ username, preview }: AudienceProps) {
  const { data } = useQuery(
    query('GET /api/users/:username/followers-count', { params: { username } }),
  )
  return audienceLine(data?.followerCount, preview)
}

function UnsavedChanges({ editor, onClose }: DropDialogProps) {
  const { brand } = useSite()
  return (
    <Dialog
      onClose={onClose}
      title={`Your ${brand} has unsaved changes`}
      description="Save or cancel your changes before dropping"
      footer={
        <>
          <Button variant="secondary" disabled={editor.saving} onClick={onClose}>
            Close
          </Button>
          <Button pending={editor.saving} onClick={() => void editor.save()}>
            Save changes
          </Button>
        </>
      }
    >
      <ErrorMessage>
        {editor.failures.length > 0 &&
          'Some changes could not be saved. Please check your tracks and try again'}
      </ErrorMessage>
    </Dialog>
  )
}

function TooSoon({ state, onClose }: DropDialogProps) {
  const { brand } = useSite()
  const time = new Date(state.nextDropTime)
  const dateAndTime = useDateAndTime()
  return (
    <Dialog
      onClose={onClose}
      title={`Drop your ${brand}`}
      description={`The stage ain't ready yet. You've gotta wait ${daysBetweenDrops} days between drops. Your next one unlocks on ${dateAndTime(time.toISOString())}.`}
      footer={<Button onClick={onClose}>Got it</Button>}
    />
  )
}
