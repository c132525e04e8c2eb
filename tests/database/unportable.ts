/**
 * What YugabyteDB, the nearest of the engines that spread a database over machines, lacks or does otherwise
 * (docs/scale.md). Ids come from sequences of which each connection has a range, so they are not in the order of time. A
 * statement to which about that order is enough says so in a comment before `desc`.
 */
const unportable: Record<string, RegExp> = {
  'a row named by its place': /\bctid\b/i,
  'a deferrable constraint': /\bdeferrable\b|\bset constraints\b/i,
  'a stored generated column': /\)\s*stored\b/i,
  'the size of a relation':
    /\bpg_(?:total_)?relation_size\b|\bpg_table_size\b|\brel(?:pages|tuples)\b/i,
  'a setting of the planner': /\benable_[a-z]+\b/i,
  'ids in the order of time': /\border by (?:"?\w+"?\.)?"?id"? desc\b/i,
}

/** A statement with this comment is executed where the engine is PostgreSQL, and not needed elsewhere. */
const onPostgresAlone = '/* PostgreSQL alone */'

/** What an engine other than PostgreSQL would refuse or misunderstand in a statement, or undefined. */
export function findUnportable(statement: string): string | undefined {
  if (statement.includes(onPostgresAlone)) return
  return Object.entries(unportable).find(([, pattern]) => pattern.test(statement))?.[0]
}
