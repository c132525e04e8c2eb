import { cp, glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { createBuilder } from 'vite'
import { hashOfSources, stamp } from './build-when-needed.ts'

async function build() {
  await rm('dist', { recursive: true, force: true })
  const builder = await createBuilder({ logLevel: 'warn' })
  await builder.buildApp()
  await compressFiles()
  await copyCardFonts()
  await writeFile(stamp, await hashOfSources())
}

async function compressFiles() {
  for await (const file of glob('dist/browser/**/*.{js,css,svg}')) {
    await writeFile(`${file}.br`, brotliCompressSync(await readFile(file)))
  }
}

/** Copies the packages to where `share-cards/card-fonts.ts` finds them from `dist/server`: an image has no packages for development. */
async function copyCardFonts() {
  const files = '@fontsource-variable/*/{unicode.json,files/*-wght-normal.woff2}'
  for await (const file of glob(join('node_modules', files))) await cp(file, join('dist', file))
}

await build()
