import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { extract } from 'tar'
import manifest from './chromium/package.json' with { type: 'json' }

// The npm package has the browser, its libraries and fonts, so it runs where nothing but npm works. Its own code
// unpacks into a fixed place in /tmp, whatever its version, and without the libraries.

const folder = resolve('scripts/chromium')
/** The folder is in node_modules, so that `npm ci` for the next version removes it. */
const unpacked = join(
  folder,
  `node_modules/.unpacked-${manifest.dependencies['@sparticuz/chromium']}`,
)

export const packagedPath = join(unpacked, 'chromium.sh')
/** The package has a build for these machines alone. */
export const supportsPackage = process.platform === 'linux' && process.arch === 'x64'

const startScript = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/lib" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`

const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

export async function installPackage(): Promise<void> {
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [errors, [code]] = await Promise.all([npm.stderr.toArray(), once(npm, 'close')])
  if (code !== 0) throw new Error(Buffer.concat(errors).toString().trim().split('\n')[0])
  await unpack(join(folder, 'node_modules/@sparticuz/chromium/bin'))
}

async function unpack(packed: string) {
  // A run that ends half way must not leave a browser that looks complete.
  const partial = `${unpacked}-by-${process.pid}`
  await mkdir(partial)
  const read = async (name: string) =>
    promisify(brotliDecompress)(await readFile(join(packed, name)))
  await writeFile(join(partial, 'chromium'), await read('chromium.br'), { mode: 0o755 })
  for (const archive of ['al2023.tar.br', 'fonts.tar.br'])
    await pipeline(Readable.from([await read(archive)]), extract({ cwd: partial }))
  await writeFile(join(partial, 'fonts.conf'), fontSettings)
  await writeFile(join(partial, 'chromium.sh'), startScript, { mode: 0o755 })
  await rm(unpacked, { recursive: true, force: true })
  await rename(partial, unpacked)
}
