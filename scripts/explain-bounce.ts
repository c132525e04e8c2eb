import { readFile } from 'node:fs/promises'
import { parseReport } from '../src/mail/bounces/parse-report.ts'

const files = process.argv.slice(2)
if (files.length === 0) {
  console.error('Usage: npm run explain-bounce -- <file>…')
  process.exitCode = 1
}

for (const file of files) {
  const event = parseReport(await readFile(file))?.events[0]
  const { kind = 'none', status = null, detail: text = '' } = event ?? {}
  console.log(JSON.stringify({ file, kind, status, text }))
}
