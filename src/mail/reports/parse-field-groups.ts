/** Groups of fields (RFC 3464), with names in lower case. The first occurrence counts, so that appended lines override nothing. */
export function parseFieldGroups(text: string): Map<string, string>[] {
  const groups: Map<string, string>[] = []
  let fields = new Map<string, string>()
  let last = ''
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') {
      if (fields.size > 0) groups.push(fields)
      fields = new Map()
      last = ''
    } else if (/^[ \t]/.test(line)) {
      if (last) fields.set(last, `${fields.get(last)} ${line.trim()}`)
    } else {
      const colon = line.indexOf(':')
      last = colon > 0 ? line.slice(0, colon).trim().toLowerCase() : ''
      if (last && !fields.has(last)) fields.set(last, line.slice(colon + 1).trim())
      else last = ''
    }
  }
  if (fields.size > 0) groups.push(fields)
  return groups
}

export const parseFields = (text: string): Map<string, string> =>
  parseFieldGroups(text)[0] ?? new Map()
