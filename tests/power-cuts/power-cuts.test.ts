// @module-tag resilience
import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { fastFolder, freePort } from '../../scripts/temporary-postgres.ts'
import { requestFromOwner } from '../../src/platform/database/directory-lock.ts'
import { copied } from '../../src/platform/database/snapshot.ts'
import { spawnWorker, stopWorker } from '../processes/worker-processes.ts'
import { testSize } from '../random-runs.ts'
import type { State } from './check-database.ts'
import { cutPower, type Initial } from './cut-power.ts'
import { appendTo, type Entry, readJournal, treeBelow } from './journal.ts'
import { openMembers } from './members-at-work.ts'

const rounds = testSize(1, 20)
/** Cuts in the start of the app, at any time after it, and when a member has just got a response. */
const [startCuts, laterCuts, answerCuts] = [1, testSize(1, 3), testSize(1, 6)]
const cutsOfRound = startCuts + laterCuts + answerCuts
/** Rounds before one begins with an empty folder again. */
const roundsOfFolder = 5
const changesOfRound = 40
/** A start takes seconds of processor time, and a slow machine a minute for it. */
const patienceMs = 300_000

const root = mkdtempSync(join(await fastFolder(), 'radr-power-cuts-'))
const dataDir = join(root, 'data')
const folder = join(dataDir, 'db')
const url = `http://127.0.0.1:${await freePort()}`
const act = openMembers(url, username =>
  requestFromOwner(folder, JSON.stringify({ name: 'member', command: 'confirm', username })),
)
let app: ChildProcess | undefined
afterAll(() => {
  app?.kill('SIGKILL')
  rmSync(root, { recursive: true })
})

type Run = { before: Initial[]; entries: Entry[]; state: State }

test(`${rounds * cutsOfRound} power cuts lose nothing that was answered, and without flushes one would`, {
  timeout: rounds * 2 * patienceMs,
}, async () => {
  let state: State = {}
  for (let round = 0; round < rounds; round++) {
    if (round % roundsOfFolder === 0) {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      state = {}
    }
    const run = await work(round, state)
    for (let cut = 0; cut < cutsOfRound; cut++) {
      const end =
        cut < startCuts
          ? inStart(run)
          : cut < startCuts + laterCuts
            ? anywhere(run)
            : behindAnswer(run)
      const disk = { before: run.before, journal: run.entries.slice(0, end), obeysFlushes: true }
      const target = join(root, 'cut')
      cutPower(disk, folder, target)
      // The next round begins with what this cut has left.
      if (cut === cutsOfRound - 1) cpSync(target, join(root, 'next'), { recursive: true })
      const found = await check(target)
      expect(
        statesAround(run, end).map(state => withKnown(found, state)),
        `round ${round}, cut ${cut} at ${end} of ${run.entries.length}`,
      ).toContainEqual(found)
      state = found
    }
    if (round === 0) expect(await losesWithoutFlushes(run)).toBe(true)
    rmSync(folder, { recursive: true })
    renameSync(join(root, 'next'), folder)
  }
})

/** The app works for a while and is killed; returns its journal. */
async function work(round: number, state: State): Promise<Run> {
  const copy = join(root, `before-${round}`)
  cpSync(folder, copy, { recursive: true })
  const before = treeBelow(folder).map(path => {
    const stats = lstatSync(path)
    const isFolder = stats.isDirectory()
    return { inode: stats.ino, isFolder, path, copy: copy + path.slice(folder.length) }
  })
  const journal = join(root, `journal-${round}`)
  const journaling = {
    NODE_OPTIONS: `--import ${pathToFileURL('tests/power-cuts/journal.ts')}`,
    JOURNALED_FOLDER: folder,
    JOURNAL: journal,
  }
  if (existsSync(join(folder, 'PG_VERSION')))
    execFileSync(process.execPath, ['tests/power-cuts/vacuum.ts'], {
      env: { ...process.env, ...journaling },
    })
  app = spawnWorker({
    ...journaling,
    DATA_DIR: dataDir,
    PORT: new URL(url).port,
    PUBLIC_URL: url,
    SMTP_URL: '',
    RATE_LIMITS: 'off',
    OUTSIDE_SERVICES: 'off',
  })
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok
  await expect.poll(isReady, { timeout: patienceMs }).toBe(true)
  appendTo(journal, { kind: 'answered', state })
  let now = state
  for (let change = 0; change < changesOfRound; change++) {
    if (change % 15 === 14) await checkpoint()
    now = await act(now)
    appendTo(journal, { kind: 'answered', state: now })
  }
  await stopWorker(app, 'SIGKILL')
  return { before, entries: readJournal(journal), state }
}

/** A backup makes one. */
async function checkpoint() {
  const snapshot = '.snapshot-of-test'
  mkdirSync(join(dataDir, snapshot))
  expect(await requestFromOwner(folder, snapshot)).toBe(copied)
  rmSync(join(dataDir, snapshot), { recursive: true })
}

const answers = ({ entries }: Run) =>
  entries.flatMap((entry, index) => (entry.kind === 'answered' ? [index + 1] : []))
const between = (first: number, last: number) =>
  first + Math.floor(Math.random() * (last - first + 1))

const inStart = (run: Run) => between(0, answers(run)[0] ?? 0)
const anywhere = (run: Run) => between(answers(run)[0] ?? 0, run.entries.length)
const behindAnswer = (run: Run) => answers(run)[between(1, changesOfRound)] ?? 0

/** What the last response before this entry of the journal says, and what was under way then. */
function statesAround({ entries, state }: Run, end: number): State[] {
  const stateOf = (entry: Entry | undefined) =>
    entry?.kind === 'answered' ? [entry.state as State] : []
  const last = entries.slice(0, end).findLast(({ kind }) => kind === 'answered')
  const next = entries.slice(end).find(({ kind }) => kind === 'answered')
  return [...(last ? stateOf(last) : [state]), ...stateOf(next)]
}

/** A state as it is when more mails are sent than was known, which happens meanwhile. */
const withKnown = (found: State, state: State): State =>
  Object.fromEntries(
    Object.entries(state).map(([username, member]) => [
      username,
      { ...member, sent: Math.max(member.sent, found[username]?.sent ?? 0) },
    ]),
  )

/** A cut can lose nothing by chance. */
const mostTries = 10

/** Shows that the simulation finds what is lost. */
async function losesWithoutFlushes(run: Run): Promise<boolean> {
  for (let cut = 0; cut < mostTries; cut++) {
    const end = behindAnswer(run)
    const disk = { before: run.before, journal: run.entries.slice(0, end), obeysFlushes: false }
    const target = join(root, 'cut')
    cutPower(disk, folder, target)
    const found = await check(target).catch(() => null)
    const isKept = (state: State) => found && isDeepStrictEqual(withKnown(found, state), found)
    if (!statesAround(run, end).some(isKept)) return true
  }
  return false
}

/** What the members did, in the database of this folder. Throws if it cannot be opened or is damaged. */
async function check(target: string): Promise<State> {
  const module = new URL('./check-database.ts', import.meta.url)
  const thread = new Worker(module, { workerData: target, stderr: true })
  try {
    const [state] = await once(thread, 'message', { signal: AbortSignal.timeout(patienceMs) })
    return state
  } finally {
    await thread.terminate()
  }
}
