import { eventAbout, isAboutUs } from './event-about.ts'
import { parseReport } from './parse-report.ts'

/**
 * What the app would conclude from a report to the return path of a mail. The recipient of that mail is given, or taken
 * from the returned mail; where neither is known, every recipient in the report counts as its own.
 */
export function explainReport(raw: Uint8Array, recipient: string | null = null) {
  const report = parseReport(withReturnPath(raw))
  if (!report) return { kind: 'none', status: null, text: '' }
  const event = eventAbout(report.events, recipient ?? report.original.recipient)
  const { kind, status, detail: text } = event ?? { ...report.events[0], kind: 'other recipient' }
  return {
    kind: event && isAboutUs(event) ? 'about us' : kind,
    status: status ?? null,
    text: text ?? '',
  }
}

/** The app adds the envelope's sender, which a saved mail may lack; that of a report is empty. */
const withReturnPath = (raw: Uint8Array) =>
  /^return-path:/im.test(
    Buffer.from(raw.subarray(0, 64_000))
      .toString('latin1')
      .split(/\r?\n\r?\n/)[0] ?? '',
  )
    ? raw
    : Buffer.concat([Buffer.from('Return-Path: <>\r\n'), raw])
