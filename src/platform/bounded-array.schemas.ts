import * as z from 'zod/mini'

/**
 * An array of at most `max` items. Its length is checked before its items: for each that is invalid an issue is kept,
 * so millions of them would take all memory.
 */
export const boundedArray = <Item extends z.ZodMiniType>(
  item: Item,
  max: number,
  message = `can have at most ${max} items`,
) => {
  const hasRoom = z.maxLength(max, { error: message, abort: true })
  return z.pipe(z.array(z.unknown()).check(hasRoom), z.array(item).check(hasRoom))
}
