import {
  type Compilable,
  type CompiledQuery,
  type Expression,
  expressionBuilder,
  type KyselyPlugin,
  OperationNodeTransformer,
  sql,
  ValueNode,
} from 'kysely'
import type { Queryable } from '../database.ts'

/** Builds the SQL of a query once, at its first use. For queries of nearly every request, building takes as long as sending. */
export function prepareQuery<Parameters extends Record<string, unknown>, Row>(
  build: (db: Queryable, parameters: Placeholders<Parameters>) => Compilable<Row>,
): (db: Queryable, parameters: Parameters) => Promise<Row[]> {
  let built: CompiledQuery<Row> | undefined
  return async (db, parameters) => {
    built ??= build(db.withPlugin(constantsInText), placeholders<Parameters>()).compile()
    const values = built.parameters.map(value =>
      value instanceof Placeholder ? parameters[value.name] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...built, parameters: values })
    return rows
  }
}

export type Placeholders<Parameters> = { [Name in keyof Parameters]: Expression<Parameters[Name]> }

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** PostgreSQL assumes that `limit $1` returns a tenth of all rows, and would plan such a query anew at each execution. */
const constantsInText: KyselyPlugin = {
  transformQuery: ({ node }) => literals.transformNode(node),
  transformResult: async ({ result }) => result,
}

const literals = new (class extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return node.value instanceof Placeholder ? node : ValueNode.createImmediate(node.value)
  }
})()

/** Has a placeholder under every name. */
const placeholders = <Parameters>() =>
  new Proxy(
    {},
    { get: (_, name) => expressionBuilder().val(new Placeholder(String(name))) },
  ) as Placeholders<Parameters>

/**
 * Begins a statement that is no query of the builder and of which many are executed: `sql`${prepared} with …``.
 * PostgreSQL plans it once for each connection and keeps the plan. Only for a statement whose text is the same each time.
 */
export const prepared = sql`/* prepared */`
export const isPrepared = (text: string) => text.trimStart().startsWith('/* prepared */')
