import { createInterface } from 'node:readline/promises'
import { SettingError } from '../../platform/config/config.ts'

/** Asks for the name or email again, on a terminal. Throws `SettingError` where it is not confirmed. */
export async function confirmDeletion(what: 'name' | 'address', name: string) {
  if (!process.stdin.isTTY) {
    throw new SettingError(
      'Nothing was deleted. A deletion cannot be undone: without a terminal it needs --yes.',
    )
  }
  const whose = what === 'name' ? `the account of ${name}` : `everything about ${name}`
  const typed = await ask(`This deletes ${whose} for good. Type the ${what} again: `)
  if (typed.toLowerCase() !== name.toLowerCase())
    throw new SettingError(`Nothing was deleted: this is not the same ${what}.`)
}

/** Returns an empty text at the end of the input (Ctrl-D). */
async function ask(question: string): Promise<string> {
  // The standard output may lead to a file.
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    lines.setPrompt(question)
    lines.prompt()
    for await (const line of lines) return line.trim()
    return ''
  } finally {
    lines.close()
  }
}
