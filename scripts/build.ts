import { createHash } from 'node:crypto'
import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { createBuilder } from 'vite'
import { splitStyles } from './split-styles.ts'

const stamp = 'dist/sources.sha256'

/** Builds the browser's side and the server into dist/. */
export async function build() {
  await rm('dist', { recursive: true, force: true })
  const builder = await createBuilder({ logLevel: 'warn' })
  await builder.buildApp()
  await splitStylesheets()
  await compressFiles()
  await writeFile(stamp, await hashOfSources())
}

/** Builds when there is no build or the sources are not those it was made from. */
export async function buildWhenNeeded() {
  const built = await readFile(stamp, 'utf8').catch(() => null)
  if (built === (await hashOfSources())) return
  console.log('Building…')
  await build()
}

/** For pages that contain the styles they use. */
async function splitStylesheets() {
  const files = await Array.fromAsync(glob('dist/browser/**/*.css'))
  const sheets = await Promise.all(files.map(file => readFile(file, 'utf8')))
  await writeFile('dist/styles.json', JSON.stringify(sheets.flatMap(splitStyles)))
}

/** Writes the Brotli form of each file beside it, which is served to browsers that accept it. */
async function compressFiles() {
  for await (const file of glob('dist/browser/**/*.{js,css,svg}')) {
    await writeFile(`${file}.br`, brotliCompressSync(await readFile(file)))
  }
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  const files = await Array.fromAsync(
    glob([
      'src/**/*.{ts,tsx,css}',
      'migrations/*.ts',
      'public/**/*.*',
      'scripts/build.ts',
      'scripts/split-styles.ts',
      'vite.config.ts',
      'package-lock.json',
    ]),
  )
  for (const file of files.sort()) hash.update(file).update(await readFile(file))
  return hash.digest('hex')
}

if (import.meta.main) await build()
