import { html } from 'hono/html'
import { failureCodes } from '../../contract/failure-codes.shared.ts'
import { htmlDocument } from '../../platform/html-document.ts'
import type { ApiDocument } from './api-document.ts'
import type { JsonSchema, Operation } from './describe-call.ts'

type Call = { path: string; method: string; operation: Operation }

export async function apiDocsPage({ info, paths }: ApiDocument): Promise<string> {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const parts = Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? '')
  const head = html`<link rel="icon" href="/icon.svg" type="image/svg+xml">
<title>${info.title}</title>
<style>
:root { color-scheme: light dark; --faint: light-dark(#57534e, #a8a29e); --line: light-dark(#d6d3d1, #44403c) }
body { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; font: 1rem/1.5 system-ui, sans-serif;
  background: light-dark(#fff, #1c1917); color: light-dark(#1c1917, #f5f5f4) }
h2 { margin: 2rem 0 .5rem; text-transform: capitalize }
a { color: light-dark(#1d4ed8, #93c5fd) }
details { border-top: 1px solid var(--line); padding: .25rem 0 }
summary { cursor: pointer; padding: .4rem 0; overflow-wrap: anywhere }
summary span, dt, .faint { color: var(--faint) }
code, pre { font: .875rem/1.5 ui-monospace, monospace }
pre { overflow-x: auto; margin: .25rem 0; padding: .75rem; border-radius: .5rem; background: light-dark(#f5f5f4, #292524) }
dt { margin-top: .75rem } dd { margin: 0 }
</style>`
  const body = html`<main>
<h1>${info.title}</h1>
<p>${info.summary}</p>
<p><a href="/api/openapi.json">OpenAPI 3.1 document</a></p>
<nav aria-label="Parts"><p>${[...parts.keys(), 'failures'].map(name => html`<a href="#${name}">${name}</a> `)}</p></nav>
${[...parts].map(([name, inPart]) => html`<section><h2 id="${name}">${name}</h2>${inPart.map(call)}</section>`)}
<section><h2 id="failures">Failures</h2>
<p>A failure has a message for the person and a code for programs. Codes never change.</p>
<dl>${Object.entries(failureCodes).map(
    ([code, [status, meaning]]) => html`<dt><code>${code}</code> ${status}</dt><dd>${meaning}</dd>`,
  )}</dl></section>
</main>`
  return htmlDocument({ head: [String(await head)], body: [String(await body)] }).join('')
}

function call({ path, method, operation }: Call) {
  const { summary, description, parameters = [], requestBody, responses } = operation
  return html`<details id="${operation.operationId}">
<summary><code>${method.toUpperCase()} ${path}</code> <span>${summary}</span></summary>
<p>${description}</p>
<dl>
${parameters.map(
  ({
    name,
    in: place,
    required,
    schema,
  }) => html`<dt><code>${name}</code> in the ${place}${required ? '' : ', optional'}</dt>
<dd>${pretty(schema)}</dd>`,
)}
${Object.entries(requestBody?.content ?? {}).map(
  ([type, { schema }]) => html`<dt>Body, ${type}</dt><dd>${pretty(schema)}</dd>`,
)}
${Object.entries(responses).map(
  ([status, { description, content = {} }]) => html`<dt><b>${status}</b> ${description}</dt>
${Object.values(content).map(({ schema }) => (schema.$ref ? '' : html`<dd>${pretty(schema)}</dd>`))}`,
)}
</dl>
</details>`
}

const pretty = (schema: JsonSchema) =>
  html`<pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre>`
