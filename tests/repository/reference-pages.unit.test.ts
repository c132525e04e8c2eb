import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { jobs } from '../../src/app/jobs.ts'
import { settings } from '../../src/platform/config/settings.ts'
import {
  type CallLimit,
  type Endpoint,
  splitRoute,
} from '../../src/platform/http/endpoint.shared.ts'

// `npx vitest run --project unit tests/repository/reference-pages -u` writes both pages anew.

test('docs/calls.md has every call with its access and limits', async () => {
  const calls = (await endpoints()).map(({ route, access, limits = [] }) => {
    const { method, path } = splitRoute(route)
    return { path, line: row([`\`${method} ${path}\``, access, limits.map(limitText).join(', ')]) }
  })
  const lines = calls.toSorted((a, b) => compare(a.path, b.path) || compare(a.line, b.line))
  await expect(
    page(
      'Calls',
      `Each call, who may make it, and how often: for each signed-in account, client (an IPv4 address or IPv6 /64), client
without a session (visitor), or mailbox as named by one client. All calls share the budget of work of their client besides
([security](security.md)).`,
      ['call', 'access', 'limits'],
      lines.map(({ line }) => line),
      'the schemas of the slices',
    ),
  ).toMatchFileSnapshot('../../docs/calls.md')
})

test('docs/operate.md has every setting, and no other', () => {
  const [, table = ''] =
    /## Settings\n.*?\n(\| name.*?)\n\n/s.exec(readFileSync('docs/operate.md', 'utf8')) ?? []
  const names = [...table.matchAll(/^\| (`.+?`) +\|/gm)].flatMap(
    ([, cell = '']) => cell.match(/[A-Z_]+/g) ?? [],
  )
  expect(names.toSorted()).toEqual(Object.keys(settings.shape).toSorted())
})

test('docs/jobs.md has every background job with its times', async () => {
  const lines = jobs
    .toSorted((a, b) => compare(a.name, b.name))
    .map(({ name, schedule, runAtStart, options }) =>
      row([
        `\`${name}\``,
        schedule ? `\`${schedule}\`` : 'when it is queued',
        runAtStart ? 'yes' : '',
        options.retryLimit === undefined ? '' : String(options.retryLimit),
      ]),
    )
  await expect(
    page(
      'Background jobs',
      `Every worker runs them, each run in one process. Times are cron expressions in UTC; what is not scheduled is queued by
the transaction that needs it.`,
      ['job', 'time', 'at the start, too', 'retries'],
      lines,
      '`src/app/jobs.ts`',
    ),
  ).toMatchFileSnapshot('../../docs/jobs.md')
})

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'route' in value && 'access' in value

async function endpoints(): Promise<Endpoint[]> {
  const files = globSync('src/**/{*.,}schemas.ts')
  const modules = await Promise.all(
    files.map(file => import(pathToFileURL(resolve(file)).href) as Promise<object>),
  )
  return modules.flatMap(module => Object.values(module)).filter(isEndpoint)
}

const units = new Map([
  [60, 'a minute'],
  [60 * 60, 'an hour'],
  [24 * 60 * 60, 'a day'],
])

const limitText = ({ per, max, seconds }: CallLimit) =>
  `${max} ${units.get(seconds) ?? `in ${seconds} s`} for each ${per === 'ip' ? 'client' : per.replace(' at ip', ' and client')}`

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const row = (cells: string[]) => `| ${cells.join(' | ')} |`

const page = (
  title: string,
  about: string,
  heads: string[],
  lines: string[],
  source: string,
) => `# ${title}

${about} A test writes this page from ${source}.

${row(heads)}
${row(heads.map(() => '---'))}
${lines.join('\n')}
`
