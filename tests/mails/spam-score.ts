import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const hasSpamAssassin = spawnSync('spamassassin', ['--version']).status === 0

/** The score of each mail without network tests, and the rules that matched. */
export function spamScores(mails: Buffer[]): { score: number; rules: string }[] {
  const home = mkdtempSync(join(tmpdir(), 'radr-spam-'))
  const output = execFileSync('spamassassin', ['-t', '-L', '--mbox'], {
    input: mails.map(mboxEntry).join(''),
    env: { ...process.env, HOME: home },
    stdio: ['pipe', 'pipe', 'ignore'],
    encoding: 'utf8',
  })
  rmSync(home, { recursive: true })
  const statuses = output.matchAll(
    /^X-Spam-Status: \w+, score=(-?[\d.]+).*?tests=((?:.|\n\t)*?) auto/gm,
  )
  return [...statuses].map(([, score, rules = '']) => ({ score: Number(score), rules }))
}

const mboxEntry = (raw: Buffer) =>
  `From sender Sat Nov 21 10:00:00 2026\n${raw
    .toString()
    .replaceAll('\r\n', '\n')
    .replace(/^From /gm, '>$&')}\n`
