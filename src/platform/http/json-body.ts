import { invalidInput } from '../errors.ts'

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidInput('The body is not valid JSON.')
  }
}

/** Characters of a large body outside its strings, which are few values: the call is for one long string. */
const maxOutsideStrings = 1_000

/** Whether JSON is too much to be parsed in this thread: 7 MB of numbers take it 100 ms and 500 MB. */
export function hasManyValues(json: string): boolean {
  let outside = 0
  for (let start = 0; start < json.length; ) {
    const quote = json.indexOf('"', start)
    outside += (quote < 0 ? json.length : quote) - start
    if (outside > maxOutsideStrings) return true
    if (quote < 0) break
    start = endOfString(json, quote + 1)
  }
  return false
}

/** Walks the value without recursion, because a small body can be nested deeper than the stack. */
export function hasNul(value: unknown): boolean {
  const unread = [value]
  while (unread.length > 0) {
    const part = unread.pop()
    if (typeof part === 'string' && part.includes('\0')) return true
    if (typeof part !== 'object' || part === null) continue
    for (const [name, inner] of Object.entries(part)) unread.push(name, inner)
  }
  return false
}

/** The index after the quote that ends a string of JSON. By hand, because a regular expression overflows at megabytes. */
function endOfString(json: string, start: number): number {
  for (let from = start; ; ) {
    const quote = json.indexOf('"', from)
    if (quote < 0) return json.length
    let escapes = 0
    while (json[quote - 1 - escapes] === '\\' && quote - escapes > from) escapes++
    if (escapes % 2 === 0) return quote + 1
    from = quote + 1
  }
}
