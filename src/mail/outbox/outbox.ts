import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import type { Config } from '../../platform/config/config.ts'
import { errorCode } from '../../platform/errors.ts'
import { isMailable } from '../../platform/text/email-address.shared.ts'
import { composeMail, invalidAddress } from '../composing/mime.ts'
import type { Transport } from '../mail.ts'

const keptMs = 30 * 24 * 60 * 60 * 1000

/**
 * One Message-ID is one file, however often it is sent; processes know each other's files as of their start.
 * A new mail removes those that are older than 30 days, and the oldest while there are more than `maxMails`.
 */
export function openOutbox({ folder, maxMails = 10_000 }: OutboxOptions): Transport {
  let names: Promise<Map<string, string>> | null = null
  return {
    connections: 10,
    async send(mail, slot) {
      if (!isMailable(mail.to.address)) return invalidAddress
      const { raw } = await composeMail(mail)
      await slot?.()
      const id = createHash('sha256').update(mail.messageId).digest('hex').slice(0, 32)
      try {
        names ??= namesById(folder)
        const known = await names
        const name = known.get(id) ?? `${timeInName(mail.date)}-${id}.eml`
        known.set(id, name)
        await writeAtomically(folder, name, raw)
        await removeOldest(folder, known, maxMails, new Date(mail.date.getTime() - keptMs))
        return { kind: 'sent', response: `stored as ${name}` }
      } catch (error) {
        names = null
        return { kind: 'unavailable', reason: `the outbox is not writable (${errorCode(error)})` }
      }
    },
    async close() {},
  }
}

type OutboxOptions = { folder: string; maxMails?: number }

export const outboxFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'outbox')

export async function listOutbox(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(nullIfMissing)
  return (names ?? []).filter(isOutboxName).sort().reverse()
}

/** Null if there is no such mail. */
export async function readOutboxMail(folder: string, name: string): Promise<Email | null> {
  // The name comes from a URL and must not lead out of the folder.
  if (!isOutboxName(name)) return null
  const raw = await readFile(join(folder, name)).catch(nullIfMissing)
  return raw && (await PostalMime.parse(raw))
}

const isOutboxName = (name: string) =>
  /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[\da-f]{32}\.eml$/.test(name)

async function namesById(folder: string) {
  const names = (await listOutbox(folder)).reverse()
  return new Map(names.map(name => [name.slice(-36, -4), name]))
}

const timeInName = (date: Date) => date.toISOString().replace(/[:.]/g, '-')

/** `names` has the oldest first. */
async function removeOldest(
  folder: string,
  names: Map<string, string>,
  maxMails: number,
  before: Date,
) {
  for (const [id, name] of names) {
    if (names.size <= maxMails && name >= timeInName(before)) return
    names.delete(id)
    await rm(join(folder, name), { force: true })
  }
}

async function writeAtomically(folder: string, name: string, content: Buffer) {
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `.${randomUUID()}.draft`)
  try {
    const file = await open(draft, 'wx')
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, join(folder, name))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

function nullIfMissing(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null
  throw error
}
