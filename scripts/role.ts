import { type Role, setRole } from '../src/admin/set-role.ts'
import { readConfig, SettingError } from '../src/platform/config.ts'
import { openMigrated } from '../src/platform/database/migrate.ts'
import { Failure } from '../src/platform/errors.ts'

const usage = 'Usage: npm run role -- <username> <admin|dev> <on|off>'

try {
  console.log(await changeRole(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof SettingError || error instanceof Failure)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function changeRole([username, role, state, ...more]: string[]): Promise<string> {
  if (!username || !isRole(role) || !isState(state) || more.length > 0) {
    throw new SettingError(usage)
  }
  const database = await openMigrated(readConfig(process.env), '0001-members')
  try {
    const name = await setRole(database.db, username, role, state === 'on')
    return `${name} is ${state === 'on' ? 'now' : 'no longer'} ${role === 'admin' ? 'an admin' : 'a dev user'}.`
  } finally {
    await database.close()
  }
}

function isRole(text: string | undefined): text is Role {
  return text === 'admin' || text === 'dev'
}

function isState(text: string | undefined): text is 'on' | 'off' {
  return text === 'on' || text === 'off'
}
