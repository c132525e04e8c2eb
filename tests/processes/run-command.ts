import { execFile } from 'node:child_process'
import { radrFile } from './process-files.ts'

/** The environment of an operator's command: of this process's own settings, none reaches it. */
export const commandEnvironment = (settings: Record<string, string>) => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  ...settings,
})

/**
 * Runs an operator's command with these settings, as compiled for the tests: what `npm run radr` starts is in
 * src/operations/operator/operator-commands.test.ts. `output` is all that the command prints.
 */
export function runCommand(
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string; output: string }> {
  const options = { env: commandEnvironment(settings), maxBuffer: 2 ** 26 }
  return new Promise(resolve => {
    const command = [radrFile, ...args]
    execFile(process.execPath, command, options, (error, stdout, stderr) => {
      const output = (stdout + stderr).trim()
      // A process that a signal has ended has no code.
      const code = error ? Number(error.code ?? Number.NaN) : 0
      resolve({ code, stdout, stderr, output })
    })
  })
}
