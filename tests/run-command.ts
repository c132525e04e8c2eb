import { execFile } from 'node:child_process'

/** The environment of an operator's command: of this process's own settings, none reaches it. */
export const commandEnvironment = (settings: Record<string, string>) => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  ...settings,
})

/** Runs an operator's command with these settings. `output` is all that it prints. */
export function runCommand(
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string; output: string }> {
  const options = { env: commandEnvironment(settings), maxBuffer: 2 ** 26 }
  return new Promise(resolve => {
    const command = ['scripts/radr.ts', ...args]
    execFile(process.execPath, command, options, (error, stdout, stderr) => {
      const output = (stdout + stderr).trim()
      resolve({ code: Number(error?.code ?? 0), stdout, stderr, output })
    })
  })
}
