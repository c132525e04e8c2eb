import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parseReport } from './parse-report.ts'

/** Bounces, complaints and auto-replies of many mail systems, each with the answers that are right. */
const folder = '../shared/data/bounces'

type Read = { file: string; kind: string; right: string[] }

async function readAll(): Promise<Read[]> {
  const lines = (await readFile(`${folder}/expected.tsv`, 'utf8')).trim().split('\n').slice(1)
  return Promise.all(
    lines.map(async line => {
      const [file = '', answers = ''] = line.split('\t')
      const report = parseReport(await readFile(`${folder}/${file}`))
      return { file, kind: report?.events[0]?.kind ?? 'ignored', right: answers.split('|') }
    }),
  )
}

test.skipIf(!existsSync(folder))(
  'Of real bounces nine in ten are read right, at most one living mailbox is stopped for good, and few dead ones stay unnoticed',
  async () => {
    const reads = await readAll()
    expect(reads.length).toBeGreaterThan(200)
    const wrong = reads.filter(({ kind, right }) => !right.includes(kind))
    const stopped = wrong.filter(({ kind }) => kind === 'hard' || kind === 'complaint')
    const unnoticed = wrong.filter(({ right }) => right.join() === 'hard')
    expect(wrong.length, namesOf(wrong)).toBeLessThanOrEqual(reads.length / 10)
    expect(stopped.length, namesOf(stopped)).toBeLessThanOrEqual(1)
    expect(unnoticed.length, namesOf(unnoticed)).toBeLessThanOrEqual(12)
  },
)

const namesOf = (reads: Read[]) => reads.map(({ file, kind }) => `${file} ${kind}`).join(', ')
