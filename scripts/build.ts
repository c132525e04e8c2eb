import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { createBuilder } from 'vite'
import { hashOfSources, stamp } from './build-when-needed.ts'
import { splitStyles } from './split-styles.ts'

async function build() {
  await rm('dist', { recursive: true, force: true })
  const builder = await createBuilder({ logLevel: 'warn' })
  await builder.buildApp()
  await splitStylesheets()
  await compressFiles()
  await writeFile(stamp, await hashOfSources())
}

async function splitStylesheets() {
  const files = await Array.fromAsync(glob('dist/browser/**/*.css'))
  const sheets = await Promise.all(files.map(file => readFile(file, 'utf8')))
  await writeFile('dist/styles.json', JSON.stringify(sheets.flatMap(splitStyles)))
}

async function compressFiles() {
  for await (const file of glob('dist/browser/**/*.{js,css,svg}')) {
    await writeFile(`${file}.br`, brotliCompressSync(await readFile(file)))
  }
}

await build()
