import { statSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Config, SettingError } from '../../platform/config/config.ts'
import { operate } from '../operator/operate.ts'
import { createBackup } from './create-backup.ts'

const abandonedMs = 24 * 60 * 60 * 1000

type Options = {
  /** How many backups stay in a folder. */
  keep: number | undefined
  print: (text: string) => void
}

/**
 * Makes a backup in a file, in a folder under a name with the time (a path that ends in a slash is created), or
 * with `-` on the standard output, and records when, for `/metrics`. Older backups of a folder are removed only when the new one is complete.
 */
export async function runBackup(config: Config, target: string, { keep, print }: Options) {
  if (target === '-' && isNpmTalking())
    throw new SettingError(
      'npm would write lines of its own into the backup: use npm run -s radr -- backup -.',
    )
  if (target.endsWith('/')) await mkdir(target, { recursive: true, mode: 0o700 })
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (keep !== undefined && !isFolder)
    throw new SettingError('--keep needs a folder: other files beside a backup are not removed.')
  const file = isFolder ? join(target, nameAt(new Date())) : target
  const report = file === '-' ? (text: string) => process.stderr.write(`${text}\n`) : print
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort(new SettingError('The backup was interrupted.'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt)
  let printed = 0
  const onProgress = (part: number) => {
    const percent = Math.floor(part * 10) * 10
    if (percent > printed) report(`${percent} %`)
    printed = Math.max(printed, percent)
  }
  const output = file === '-' ? process.stdout : resolve(file)
  const options = { signal: interrupted.signal, onProgress }
  await createBackup(config.dataDir, output, options).catch(error => {
    throw interrupted.signal.aborted ? interrupted.signal.reason : error
  })
  report(`Everything in ${config.dataDir} is in ${file === '-' ? 'the output' : file}.`)
  await operate(config, { name: 'record-backup' })
  if (keep !== undefined)
    for (const name of await findOld(target, keep)) await rm(join(target, name), { force: true })
}

/** npm prints the script's name to the standard output before it starts the script. */
const isNpmTalking = () =>
  process.env.npm_lifecycle_event !== undefined && process.env.npm_config_loglevel !== 'silent'

/** Sorted by name, backups are sorted by time. */
const nameAt = (time: Date) => `radr-${time.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`

/** Backups beyond the number to keep, and drafts that killed processes left; a running process writes to its own. */
async function findOld(folder: string, keep: number): Promise<string[]> {
  const names = await readdir(folder)
  const backups = names.filter(name => /^radr-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz$/.test(name)).sort()
  const drafts = names.filter(name => /^radr-[\dTZ-]+\.tar\.gz\.\d+\.draft$/.test(name))
  const isLeft = (name: string) => {
    const draft = statSync(join(folder, name), { throwIfNoEntry: false })
    return draft !== undefined && draft.mtimeMs < Date.now() - abandonedMs
  }
  return [...backups.slice(0, -keep), ...drafts.filter(isLeft)]
}
