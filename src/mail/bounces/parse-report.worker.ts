import { parseReport } from './parse-report.ts'

// Runs in a thread of its own, see `report-parser.ts`. Piscina calls a default export, or one that is named.
export const parse = parseReport
