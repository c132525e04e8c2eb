import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type BrowserBuild = {
  /** Files below `root` are served; those with `immutable` in the path have a hash in their names. Null with Vite. */
  files: { root: string; immutable: string } | null
  scriptHashes: string[]
  /** The HTML for the head of a page. */
  tags(module: string): string
}

type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; assets?: string[] }
>

export async function openBrowserBuild(root: string): Promise<BrowserBuild> {
  const folder = join(root, 'dist/browser')
  if (!existsSync(folder)) throw new Error('There is no build: run npm run build')
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const entry = manifest['src/web/pages/browser.tsx']
  if (!entry) throw new Error('The build has no entry: run npm run build')
  const linked = stylesOf(manifest)
    .map(file => `<link rel="stylesheet" href="/${file}">`)
    .join('')
  const fonts = (entry.assets ?? []).filter(file => file.endsWith('.woff2'))
  return {
    files: { root: folder, immutable: '/assets/' },
    scriptHashes: [],
    tags: module =>
      [
        linked,
        ...fonts.map(
          file => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`,
        ),
        `<script type="module" src="/${entry.file}"></script>`,
        ...filesOf(manifest, module)
          .filter(file => file !== entry.file)
          .map(file => `<link rel="modulepreload" href="/${file}">`),
      ].join(''),
  }
}

/** The chunks of a module and of all it imports, each once. */
function filesOf(manifest: Manifest, module: string): string[] {
  const seen = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    chunk.imports?.forEach(visit)
  }
  visit(module)
  return [...seen].flatMap(name => manifest[name]?.file ?? [])
}

function stylesOf(manifest: Manifest): string[] {
  return [...new Set(Object.values(manifest).flatMap(chunk => chunk.css ?? []))]
}
