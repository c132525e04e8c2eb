import * as z from 'zod/mini'

/** The length is checked before the items: an issue is kept for each invalid one, and millions would take all memory. */
export const boundedArray = <Item extends z.ZodMiniType>(
  item: Item,
  max: number,
  message = `can have at most ${max} items`,
) => {
  const hasRoom = z.maxLength(max, { error: message, abort: true })
  return z.pipe(z.array(z.unknown()).check(hasRoom), z.array(item).check(hasRoom))
}
