import { parseMime } from '../reports/mime-parts.ts'
import { type MailReport, parseReport } from '../reports/parse-report.ts'
import { type Letter, parseLetter } from './parse-letter.ts'

/** Has at most one of both; neither for an automatic mail that is no report. */
type InboundMail = { report: MailReport | null; letter: Letter | null }

export function parseInbound(raw: Uint8Array): InboundMail {
  const mail = parseMime(raw)
  const report = parseReport(raw, mail)
  return { report, letter: report ? null : parseLetter(raw, mail) }
}
