import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What pages need of the browser's side: built files, or Vite while the app is developed. */
export type BrowserBuild = {
  /** Folders whose files are served as they are; names below `immutable` carry a hash. Null where Vite serves them. */
  files: { root: string; immutable: string } | null
  /** Hashes of the inline scripts in `tags`, for the content security policy. */
  scriptHashes: string[]
  /** Tags that load a page: styles, entry script, and the modules of its screen. */
  tags(modules: string[]): string
}

type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; assets?: string[] }
>

/** The browser's side as `npm run build` left it below `root`. */
export async function openBrowserBuild(root: string): Promise<BrowserBuild> {
  const folder = join(root, 'dist/browser')
  if (!existsSync(folder)) throw new Error('There is no build: run npm run build')
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const entry = manifest['src/app/browser.tsx']
  if (!entry) throw new Error('The build has no entry: run npm run build')
  const styles = await Promise.all(
    stylesOf(manifest).map(file => readFile(join(folder, file), 'utf8')),
  )
  // Inlined, so that the first paint waits for one request alone.
  const style = `<style>${styles.join('\n')}</style>`
  const fonts = (entry.assets ?? []).filter(file => file.endsWith('.woff2'))
  return {
    files: { root: folder, immutable: '/assets/' },
    scriptHashes: [],
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
