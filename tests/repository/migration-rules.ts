const name = '"?[a-z_][a-z0-9_]*"?'
const literal = String.raw`(?:'[^']*'|-?[\d.]+|true|false|null)(?:::[a-z ]+(?:\[\])?)?`
/** The type of a column, such as `numeric(3, 1)` or `text[]`. A `serial` numbers all rows. */
const type = String.raw`(?!\w*serial)(?:double precision|[a-z_]\w*)(?:\([\d, ]+\))?(?:\[\])?`

/** Changes of an existing table that take its lock for a moment: none reads or writes its rows. */
const tableChanges = [
  // An existing row gets a constant without being written.
  `add column(?: if not exists)? ${name} ${type}(?: (?:not null )?default ${literal}(?: not null)?| null)?`,
  // Existing rows are looked at by the validation, in a migration of its own.
  `add constraint ${name} (?:check|foreign key) .* not valid`,
  `alter(?: column)? ${name} (?:set default .*|drop default|drop not null|set statistics \\d+)`,
  `drop (?:column|constraint)(?: if exists)? ${name}`,
  String.raw`set \(.*\)`,
]

/** Statements that touch one existing table. The group is its name. */
const onTable = [
  new RegExp(`^alter table (${name}) (?:${tableChanges.join('|')})$`),
  new RegExp(`^create (?:constraint )?trigger ${name} .* on (${name}) `),
  new RegExp(`^drop trigger ${name} on (${name})$`),
  new RegExp(`^drop table (${name})$`),
]

/** Statements that touch no existing table. */
const besideTables = [
  /^create (?:or replace )?(?:function|procedure|view) /,
  new RegExp(`^create type ${name} as `),
  /^drop (?:function|procedure|view|type) /,
  /^comment on /,
  // A few rows of the app's own, such as a secret.
  new RegExp(`^insert into ${name} \\([^)]*\\) values `),
]

const createTable = new RegExp(`^create (?:unlogged )?table (${name}) \\(`)
const createIndex = new RegExp(`^create (?:unique )?index ${name} on (${name}) `)
const createConcurrently = new RegExp(`^create (?:unique )?index concurrently ${name} on ${name} `)
/** Reads all rows, under a lock that no read or write waits for. */
const validate = new RegExp(`^alter table ${name} validate constraint ${name}$`)

/**
 * Why a migration would stop the release that runs meanwhile, in sentences; none if it would not. What is not known to be
 * harmless is refused.
 */
export function findBlockingStatements(statements: readonly string[]): string[] {
  const texts = statements.map(oneLine)
  const alone = [createConcurrently, validate]
  if (texts.some(text => alone.some(form => form.test(text)))) {
    const [form] = alone.filter(each => texts.some(text => each.test(text)))
    return texts.every(text => form?.test(text))
      ? []
      : ['An index that is built concurrently, and a validation, need a migration of their own.']
  }
  const created = texts.flatMap(text => createTable.exec(text)?.[1] ?? [])
  const locked = new Set<string>()
  const problems: string[] = []
  for (const text of texts) {
    const indexed = createIndex.exec(text)?.[1]
    const changed = onTable.map(form => form.exec(text)?.[1]).find(table => table !== undefined)
    if (indexed && !created.includes(indexed))
      problems.push(`Writes to ${indexed} wait for: ${text}`)
    else if (changed && !created.includes(changed)) locked.add(changed)
    else if (
      !indexed &&
      !changed &&
      !createTable.test(text) &&
      !besideTables.some(form => form.test(text))
    )
      problems.push(`Not among the statements of CONTRIBUTING.md: ${text}`)
  }
  if (locked.size > 1)
    problems.push(`Locks ${[...locked].join(' and ')} together: each needs a migration of its own.`)
  return problems
}

/** The statement in lower case outside of literals, without comments. */
const oneLine = (statement: string) =>
  statement
    .replace(/--.*$/gm, ' ')
    .split(/('(?:[^']|'')*')/)
    .map((part, index) => (index % 2 === 1 ? part : part.toLowerCase().replace(/\s+/g, ' ')))
    .join('')
    .trim()
