import { basename } from 'node:path'
import { type Plugin, parseAst } from 'vite'

const schemas = '?schemas'

/**
 * A call needs only its method and path in the browser, a form the schemas as well. So each `*.contract.ts` becomes two
 * modules there: calls and plain numbers, which weigh nothing, and the schemas, which bring zod with whatever imports them.
 */
export function contractsWithoutSchemas(): Plugin {
  return {
    name: 'contracts-without-schemas',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(`.contract.ts${schemas}`)) return null
      const found = await this.resolve(source.slice(0, -schemas.length), importer)
      return found && { id: found.id + schemas, moduleSideEffects: false }
    },
    transform(code, id) {
      if (!id.endsWith('.contract.ts')) return null
      const light: string[] = []
      const heavy: string[] = []
      for (const statement of parseAst(code, { lang: 'ts' }).body) {
        if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) continue
        const { declaration } = statement
        if (declaration.type === 'FunctionDeclaration' && declaration.id)
          heavy.push(declaration.id.name)
        if (declaration.type !== 'VariableDeclaration') continue
        for (const { id: name, init } of declaration.declarations) {
          if (name.type !== 'Identifier' || !init) continue
          const value = lightValue(init, code)
          if (value) light.push(`export const ${name.name} = ${value}`)
          else heavy.push(name.name)
        }
      }
      const others = heavy.length
        ? `export { ${heavy.join(', ')} } from './${basename(id)}${schemas}'`
        : ''
      return { code: [...light, others].join('\n'), map: null, moduleSideEffects: false }
    },
  }
}

type Node = { type: string; start: number; end: number }

/** A number or text as it is; of `endpoint({…})` its method and path; nothing of all else. */
function lightValue(init: Node, code: string): string | null {
  if (init.type === 'Literal') return code.slice(init.start, init.end)
  if (init.type !== 'CallExpression') return null
  const { callee, arguments: given } = init as Node & {
    callee: Node & { name?: string }
    arguments: (Node & { properties?: (Node & { key: { name: string } })[] })[]
  }
  if (callee.name !== 'endpoint') return null
  const kept = given[0]?.properties?.filter(({ key }) => ['method', 'path'].includes(key.name))
  return `{ ${kept?.map(({ start, end }) => code.slice(start, end)).join(', ')} }`
}
