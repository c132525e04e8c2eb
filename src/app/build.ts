import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Renderer } from './render.contract.ts'

/** What the server needs of the built browser side. */
export type Build = {
  renderer: Renderer
  /** Folders whose files are served as they are; the second never change under one name. */
  folders: { root: string; immutable: string } | null
  /** Tags that load a page: styles, entry script, and the modules of its screen. */
  tags(modules: string[]): string
}

type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; assets?: string[] }
>

/** Loads the build in `dist`. */
export async function loadBuild(root: string): Promise<Build> {
  const browser = join(root, 'dist/browser')
  if (!existsSync(browser)) throw new Error('There is no build: run npm run build')
  const renderer = (await import(
    pathToFileURL(join(root, 'dist/render/render.js')).href
  )) as Renderer
  const manifest = JSON.parse(await readFile(join(browser, 'manifest.json'), 'utf8')) as Manifest
  const entry = manifest['src/app/browser.tsx']
  if (!entry) throw new Error('The build has no entry: run npm run build')
  const styles = await Promise.all(
    stylesOf(manifest).map(file => readFile(join(browser, file), 'utf8')),
  )
  // Inlined, so that the first picture waits for one request alone.
  const style = `<style>${styles.join('\n')}</style>`
  const fonts = (entry.assets ?? []).filter(file => file.endsWith('.woff2'))
  return {
    renderer,
    folders: { root: browser, immutable: '/assets/' },
    tags(modules) {
      const preloads = filesOf(manifest, modules).filter(file => file !== entry.file)
      return [
        ...fonts.map(
          file => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`,
        ),
        style,
        `<script type="module" src="/${entry.file}"></script>`,
        ...preloads.map(file => `<link rel="modulepreload" href="/${file}">`),
      ].join('')
    },
  }
}

/** The files of modules and of all they import, each once. */
function filesOf(manifest: Manifest, modules: string[]): string[] {
  const seen = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    chunk.imports?.forEach(visit)
  }
  for (const name of modules) visit(name)
  return [...seen].flatMap(name => manifest[name]?.file ?? [])
}

function stylesOf(manifest: Manifest): string[] {
  return [...new Set(Object.values(manifest).flatMap(chunk => chunk.css ?? []))]
}
