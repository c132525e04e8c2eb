import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createStyleSelector, type StyleNode } from './used-styles.ts'

export type BrowserBuild = {
  /** Files below `root` are served; those with `immutable` in the path have a hash in their names. Null with Vite. */
  files: { root: string; immutable: string } | null
  scriptHashes: string[]
  tags(modules: string[]): PageTags
  /** The same with the styles of this page inline, and all of them after it: for a first visit. */
  tagsOfFirstPage(modules: string[], body: string): PageTags
}

type PageTags = { head: string; foot: string }

type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; assets?: string[] }
>

export async function openBrowserBuild(root: string): Promise<BrowserBuild> {
  const folder = join(root, 'dist/browser')
  if (!existsSync(folder)) throw new Error('There is no build: run npm run build')
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const entry = manifest['src/app/pages/browser.tsx']
  if (!entry) throw new Error('The build has no entry: run npm run build')
  const styles = JSON.parse(await readFile(join(root, 'dist/styles.json'), 'utf8')) as StyleNode[]
  const usedStyles = createStyleSelector(styles)
  const linked = stylesOf(manifest)
    .map(file => `<link rel="stylesheet" href="/${file}">`)
    .join('')
  const fonts = (entry.assets ?? []).filter(file => file.endsWith('.woff2'))
  const headOf = (modules: string[], stylesInHead: string) =>
    [
      ...fonts.map(
        file => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`,
      ),
      stylesInHead,
      `<script type="module" src="/${entry.file}"></script>`,
      ...filesOf(manifest, modules)
        .filter(file => file !== entry.file)
        .map(file => `<link rel="modulepreload" href="/${file}">`),
    ].join('')
  return {
    files: { root: folder, immutable: '/assets/' },
    scriptHashes: [],
    tags: modules => ({ head: headOf(modules, linked), foot: '' }),
    // The first paint needs one request, and the entry script waits for the styles at the end.
    tagsOfFirstPage: (modules, body) => ({
      head: headOf(modules, `<style>${usedStyles(body)}</style>`),
      foot: linked,
    }),
  }
}

/** The chunks of modules and of all they import, each once. */
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
