/** Making one takes longer than most texts. */
const graphemes = new Intl.Segmenter()

/**
 * The beginning of a text: at most `max` code points, which is how notes are counted, and `mark` behind them if
 * something was cut. Characters of several code points, as flags and letters with accents, stay whole or are left out.
 */
export function shorten(text: string, max: number, mark = ''): string {
  if (text.length <= max) return text
  const end = [...text].slice(0, max).join('').length
  const next = graphemes.segment(text).containing(end)
  return next ? text.slice(0, next.index) + mark : text
}
