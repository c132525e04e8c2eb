import type { TrackMovement } from '../../contract/movement.schemas.ts'
import { classes } from '../../ui/classes.ts'
import { movementMark, trackRecord } from '../movement/movement.shared.ts'

type Moved = { movement?: TrackMovement | undefined }

export function MovementMark({ movement }: Moved) {
  const mark = movement && movementMark(movement)
  if (!mark || movement.kind === 'same') return null
  return (
    <span
      className={classes(
        'font-display text-xs font-extrabold tracking-normal whitespace-nowrap tabular-nums',
        colors[movement.kind],
      )}
    >
      <span aria-hidden="true">{mark.mark}</span>
      <span className="sr-only">{mark.label}</span>
    </span>
  )
}

const colors = {
  new: 'text-ink',
  back: 'text-ink',
  up: 'text-good',
  down: 'text-warn',
}

export function TrackRecord({ movement }: Moved) {
  const record = movement && trackRecord(movement)
  return record && <p className="text-sm text-muted">{record}</p>
}
