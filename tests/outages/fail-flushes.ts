import { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// Preloaded with `--import`: flushes fail as on a broken disk as soon as the file FAIL_FLUSHES exists.
const { FAIL_FLUSHES: marker = '' } = process.env
const fs = process.getBuiltinModule('fs')
const { fdatasyncSync } = fs
fs.fdatasyncSync = file => {
  // Node reports a failed flush like this: https://nodejs.org/api/errors.html#class-systemerror
  if (existsSync(marker))
    throw Object.assign(new Error('EIO: i/o error, fdatasync'), {
      code: 'EIO',
      syscall: 'fdatasync',
    })
  fdatasyncSync(file)
}
syncBuiltinESMExports()
