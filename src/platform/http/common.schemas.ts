import * as z from 'zod/mini'

/** A whole number in a query string, from `min` to `max`; `otherwise` when it is missing. */
export const wholeNumber = (name: string, min: number, max: number, otherwise: number) =>
  z._default(requiredNumber(name, min, max), otherwise)

const requiredNumber = (name: string, min: number, max: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\d{1,9}$/, `${name} is a whole number`)),
      z.transform(Number),
    ),
    z
      .int()
      .check(z.gte(min, `${name} is at least ${min}`), z.lte(max, `${name} is at most ${max}`)),
  )

export const requiredPageNumber = requiredNumber('page', 1, 100_000)

export const pageNumber = z._default(requiredPageNumber, 1)

export const searchText = z._default(
  z.string().check(z.trim(), z.maxLength(100, 'Search for at most 100 characters')),
  '',
)

export const rowNumber = z.int().check(z.positive(), z.maximum(2_147_483_647))

/** The id of a row in a URL. */
export const rowId = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,10}$/, 'An id is a whole number')), z.transform(Number)),
  rowNumber,
)

/** The length is checked before the items: an issue is kept for each invalid one, and millions would take all memory. */
export const boundedArray = <Item extends z.ZodMiniType>(
  item: Item,
  max: number,
  message = `can have at most ${max} items`,
) => {
  const hasRoom = z.maxLength(max, { error: message, abort: true })
  return z.pipe(z.array(z.unknown()).check(hasRoom), z.array(item).check(hasRoom))
}
