/** A line of a CSV file. Spreadsheets run cells that begin like a formula; an apostrophe makes them text. */
export const csvRow = (cells: (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`

/** Begins a file: spreadsheets recognize UTF-8 by it. */
export const byteOrderMark = '\uFEFF'

function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
