type Check<T> = (value: unknown) => value is T

/**
 * What a text of the browser's storage says, or null: it may be of another version, cut off or written by hand. The
 * schemas of zod would add their library to pages of visitors.
 */
export function readStored<T>(text: string | null, isValid: Check<T>): T | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isValid(value) ? value : null
  } catch {
    return null
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isTextOrNull = (value: unknown) => value === null || isText(value)
export const isFlag = (value: unknown) => typeof value === 'boolean'
export const isInteger = (value: unknown) => Number.isSafeInteger(value)

/** An object whose properties pass these checks, one for each property of the type. */
export const hasShape =
  <T extends object>(checks: { [K in keyof Required<T>]: (value: unknown) => boolean }): Check<T> =>
  (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<(value: unknown) => boolean>(checks).every(([key, isValid]) =>
      isValid(Object.hasOwn(value, key) ? value[key as keyof typeof value] : undefined),
    )

export const isListOf =
  (isValid: (value: unknown) => boolean, max: number) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.length <= max && value.every(isValid)
