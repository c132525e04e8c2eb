import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { bringChromium } from '../scripts/chromium.ts'
import { expectFloor, percentile, startSeededApp } from './app.ts'

// npm run bench:lighthouse [-- --runs=5 --pages=/charts,/login]
// Lighthouse's mobile preset with applied throttling (4 x slower processor, slow 4G) on the built app: medians
// for each page. Lighthouse comes by npx, because it is 176 MB that nothing else needs.

const lighthouse = 'lighthouse@13.5.0'
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const timings = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
}

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; score: number | null }>
}

const option = (name: string) =>
  process.argv.find(argument => argument.startsWith(`--${name}=`))?.split('=')[1]
const runs = Number(option('runs') ?? 5)
const pages = option('pages')?.split(',') ?? [
  '/',
  '/star',
  '/star/drops/3',
  '/star/drops',
  '/charts',
  '/login',
  // The track on most lists, as bench/seed-statements.ts names it.
  `/tracks/${createHash('md5').update('track 1').digest('hex').slice(0, 22)}`,
]
/** The least score, but for SEO on pages that search engines are to leave out. */
const floor = 98
const unitOf = (name: string) => (name === 'CLS' ? name : `${name} ms`)

const app = await startSeededApp(1_000, { SAMPLE_PROFILE: 'star' })
const columns = ['page', ...Object.keys(timings).map(unitOf), ...categories]
console.log(`| ${columns.join(' | ')} |`)
console.log(`| --- |${' ---: |'.repeat(columns.length - 1)}`)
try {
  for (const page of pages) {
    const reports: Report[] = []
    for (let run = 0; run < runs; run++) reports.push(await measure(`${app.url}${page}`))
    const figures = summary(reports)
    console.log(`| ${[page, ...figures].join(' | ')} |`)
    const isFound = reports[0]?.audits['is-crawlable']?.score !== 0
    for (const [index, name] of categories.entries()) {
      const score = Number(figures.at(index - categories.length))
      expectFloor(score >= floor || (name === 'seo' && !isFound), `${floor} in ${name}, ${page}`)
    }
  }
} finally {
  await app.close()
}

async function measure(url: string): Promise<Report> {
  const chromium = await bringChromium()
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      lighthouse,
      url,
      '--quiet',
      '--output=json',
      '--throttling-method=devtools',
      '--chrome-flags=--headless --no-sandbox',
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 64 * 1024 * 1024 },
  )
  return JSON.parse(stdout)
}

function summary(reports: Report[]): (number | string)[] {
  const medianOf = (read: (report: Report) => number) => percentile(reports.map(read))
  return [
    ...Object.entries(timings).map(([name, audit]) =>
      medianOf(({ audits }) => audits[audit]?.numericValue ?? Number.NaN).toFixed(
        name === 'CLS' ? 3 : 0,
      ),
    ),
    ...categories.map(name =>
      medianOf(report => Math.round((report.categories[name]?.score ?? 0) * 100)),
    ),
  ]
}
