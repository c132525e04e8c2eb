import type { DropMovement, TrackMovement } from '../../contract/movement.schemas.ts'

/** What a drop changed, in a few words: "2 in, 1 back, 3 out, same number one, 4 drops running". */
export function movementLine(movement: DropMovement): string {
  if (movement.previous_drop === null) return 'First drop'
  const { new: added, back, left, number_one_drops: numberOneDrops } = movement
  const changes = [
    added > 0 && `${added} in`,
    back > 0 && `${back} back`,
    left.length > 0 && `${left.length} out`,
  ].filter(Boolean)
  return [
    ...(changes.length > 0 ? changes : ['Same tracks in a new order']),
    numberOneDrops > 1 ? `same number one, ${numberOneDrops} drops running` : 'a new number one',
  ].join(', ')
}

/** How a track moved: as a short mark beside its rank, and as words. Null on a member's first drop, where all are new. */
export function movementMark({ kind, places, since, drops }: TrackMovement) {
  if (drops === 1 && since.drop_number === 1) return null
  const distance = `${places} ${places === 1 ? 'place' : 'places'}`
  return {
    new: { mark: 'NEW', label: 'new' },
    back: { mark: 'BACK', label: 'back again' },
    up: { mark: `▲ ${places}`, label: `up ${distance}` },
    down: { mark: `▼ ${places}`, label: `down ${distance}` },
    same: { mark: '–', label: 'same place' },
  }[kind]
}

/** "3 drops · best #1"; null for a track that is there for the first time. */
export function trackRecord({ drops, peak }: TrackMovement): string | null {
  if (drops === 1) return null
  return `${drops} drops · best #${peak}`
}
