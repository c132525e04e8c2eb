import { globSync, readFileSync } from 'node:fs'
import compatibility from '@mdn/browser-compat-data' with { type: 'json' }
import type {
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data/types'
import { parseAst } from 'vite'
import { supportedBrowsers } from '../../scripts/supported-browsers.ts'

const { api, css, html, javascript } = compatibility

/** The families of browsers, each with the oldest version that is supported. One member of a family is enough. */
const families = [
  { title: 'Chrome', browsers: ['chrome', 'chrome_android'], oldest: supportedBrowsers.chrome },
  { title: 'Edge', browsers: ['edge'], oldest: supportedBrowsers.edge },
  { title: 'Firefox', browsers: ['firefox'], oldest: supportedBrowsers.firefox },
  { title: 'Safari', browsers: ['safari', 'safari_ios'], oldest: supportedBrowsers.safari },
] as const

/**
 * The features of the built files that a supported browser lacks, each by its name in lower case with where it is missing. What is
 * called on a value of unknown type is recognized only if no older feature has the same name.
 */
export function newerFeatures(): Map<string, string> {
  const styles = read('css')
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(?<!\\)"[^"]*"/g, '""')
  return new Map([...newerInScripts(read('js')), ...newerInStyles(styles)])
}

const read = (extension: string) =>
  globSync(`dist/browser/assets/*.${extension}`).map(file => readFileSync(file, 'utf8'))

function* newerInScripts(scripts: string[]) {
  const { identifiers, strings, members, pairs, keys } = namesIn(scripts)
  const interfaces = [...childrenOf(api), ...childrenOf(javascript.builtins ?? {})]
  const owners = interfaces.filter(([, { __compat }]) => __compat && !missingIn(__compat))
  const elements = [
    ...childrenOf(html.elements ?? {}),
    ['*', html.global_attributes ?? {}] as const,
  ]
  const supported = new Set(
    [...owners, ...elements].flatMap(([, owner]) =>
      [...features(owner)].flatMap(([name, compat]) => (missingIn(compat) ? [] : [bareName(name)])),
    ),
  )
  for (const [name, { __compat }] of interfaces) {
    if (__compat && (identifiers.has(name) || strings.has(name))) yield* entry(name, __compat)
  }
  for (const [owner, identifier] of owners) {
    for (const [name, compat] of features(identifier)) {
      const bare = bareName(name)
      const isUsed = name.endsWith('_event')
        ? strings.has(bare) || keys.has(`on${bare}`)
        : members.has(bare) && !name.endsWith('_static')
      if (pairs.has(`${owner.toLowerCase()}.${bare}`) || (isUsed && !supported.has(bare)))
        yield* entry(bare, compat)
    }
  }
  for (const [, element] of elements) {
    for (const [name, compat] of features(element))
      if (keys.has(name.toLowerCase()) && !supported.has(name)) yield* entry(name, compat)
  }
}

const bareName = (name: string) => name.replace(/_(static|event)$/, '')

/** The names in scripts, by how they are used. Pairs such as `navigator.share` and names of properties are in lower case. */
function namesIn(scripts: string[]) {
  const names = {
    identifiers: new Set<string>(),
    strings: new Set<string>(),
    members: new Set<string>(),
    pairs: new Set<string>(),
    keys: new Set<string>(),
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit)
      return
    }
    if (!isNode(node)) return
    const { type, name, value, object, property, key } = node
    if (type === 'Identifier' && typeof name === 'string') names.identifiers.add(name)
    if (type === 'Literal' && typeof value === 'string') names.strings.add(value)
    const member = nameOf(property) ?? nameOf(key)
    if (member !== undefined) {
      names.members.add(member)
      names.keys.add(member.toLowerCase())
      names.pairs.add(`${nameOf(object)?.toLowerCase()}.${member}`)
    }
    Object.values(node).forEach(visit)
  }
  for (const script of scripts) visit(parseAst(script))
  return names
}

const isNode = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  const name = node.name ?? node.value ?? nameOf(node.property)
  return typeof name === 'string' ? name : undefined
}

function* newerInStyles(styles: string) {
  const values = new Map<string, string>()
  for (const [, property = '', value = ''] of styles.matchAll(/(?<=[{;(])([a-z-]+):([^;{}]*)/g))
    values.set(property, `${values.get(property) ?? ''} ${value}`)
  const selectors = [...styles.matchAll(/[^{};]*(?=\{)/g)].join('\n')

  for (const [property, identifier] of childrenOf(css.properties ?? {})) {
    const text = values.get(property)
    if (text === undefined || !identifier.__compat) continue
    yield* entry(property, identifier.__compat, styles)
    if (missingIn(identifier.__compat, property, styles)) continue
    for (const [value, compat] of features(identifier))
      if (hasWord(text, value)) yield* entry(`${property}: ${value}`, compat, styles)
  }
  for (const [rule, { __compat }] of childrenOf(css['at-rules'] ?? {}))
    if (__compat && hasWord(styles, `@${rule}`)) yield* entry(`@${rule}`, __compat)
  for (const [selector, { __compat }] of childrenOf(css.selectors ?? {}))
    if (__compat && hasWord(selectors, `:${selector}`)) yield* entry(`:${selector}`, __compat)
  yield* newerFunctions(css.types ?? {}, styles)
}

function* newerFunctions(types: Identifier, styles: string): Generator<[string, string]> {
  for (const [name, type] of childrenOf(types)) {
    if (type.__compat && new RegExp(`(?<![\\w-])${name}\\(`).test(styles))
      yield* entry(`${name}()`, type.__compat)
    yield* newerFunctions(type, styles)
  }
}

const hasWord = (text: string, word: string) =>
  new RegExp(`(?<![\\w\\\\-])${word}(?![\\w-])`).test(text)

function* features(owner: Identifier): Generator<[string, CompatStatement]> {
  for (const [name, { __compat }] of childrenOf(owner)) if (__compat) yield [name, __compat]
}

function* childrenOf(owner: Identifier): Generator<[string, Identifier]> {
  for (const name of Object.keys(owner)) {
    const child = owner[name]
    if (child && name !== '__compat') yield [name, child]
  }
}

function* entry(name: string, compat: CompatStatement, styles = ''): Generator<[string, string]> {
  const missing = missingIn(compat, name.split(':')[0], styles)
  if (missing) yield [name.toLowerCase(), missing]
}

/** The supported browsers without a feature, such as "Chrome before 129, Firefox". */
function missingIn(compat: CompatStatement, property = '', styles = ''): string {
  const isUsable = ({ flags, version_added, prefix, alternative_name }: SimpleSupportStatement) =>
    !flags && version_added && !alternative_name && (!prefix || hasWord(styles, prefix + property))
  return families
    .flatMap(({ title, browsers, oldest }) => {
      const statements = browsers.flatMap(browser => compat.support[browser] ?? []).filter(isUsable)
      const versions = statements
        .filter(({ version_removed }) => !version_removed)
        .map(({ version_added }) => numberOf(version_added))
      const isSupported = statements.some(
        ({ version_added, version_removed }) =>
          numberOf(version_added) <= numberOf(oldest) &&
          (!version_removed || numberOf(version_removed) > numberOf(oldest)),
      )
      if (isSupported) return []
      const first = Math.min(...versions)
      return Number.isFinite(first) ? [`${title} before ${first}`] : [title]
    })
    .join(', ')
}

/** A version that is only in a preview is none. */
function numberOf(version: string | boolean | null | undefined): number {
  const number = Number.parseFloat(String(version).replace('≤', ''))
  return Number.isNaN(number) ? Number.POSITIVE_INFINITY : number
}
