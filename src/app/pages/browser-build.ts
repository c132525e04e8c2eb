import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The browser's code as pages load it: files of the build, or Vite in development. */
export type BrowserBuild = {
  /** Files below `root` are served; those with `immutable` in the path have a hash in their names. Null with Vite. */
  files: { root: string; immutable: string } | null
  /** Of the inline scripts in `tags`, for the content security policy. */
  scriptHashes: string[]
  /** HTML that loads styles, the entry script, and the chunks of these modules. */
  tags(modules: string[], options: { inlineStyles: boolean }): string
}

type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; assets?: string[] }
>

/** Opens the build in `dist/browser`. */
export async function openBrowserBuild(root: string): Promise<BrowserBuild> {
  const folder = join(root, 'dist/browser')
  if (!existsSync(folder)) throw new Error('There is no build: run npm run build')
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const entry = manifest['src/app/pages/browser.tsx']
  if (!entry) throw new Error('The build has no entry: run npm run build')
  const styleFiles = stylesOf(manifest)
  const styles = await Promise.all(styleFiles.map(file => readFile(join(folder, file), 'utf8')))
  // The first paint of a first visit needs one request.
  const inlined = `<style>${styles.join('\n')}</style>`
  const linked = styleFiles.map(file => `<link rel="stylesheet" href="/${file}">`).join('')
  const fonts = (entry.assets ?? []).filter(file => file.endsWith('.woff2'))
  return {
    files: { root: folder, immutable: '/assets/' },
    scriptHashes: [],
    tags(modules, { inlineStyles }) {
      const preloads = filesOf(manifest, modules).filter(file => file !== entry.file)
      return [
        ...fonts.map(
          file => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`,
        ),
        inlineStyles ? inlined : linked,
        `<script type="module" src="/${entry.file}"></script>`,
        ...preloads.map(file => `<link rel="modulepreload" href="/${file}">`),
      ].join('')
    },
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
