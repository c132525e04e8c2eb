import * as z from 'zod'
import type { Config } from '../../platform/config.ts'
import type { Access, Call, Endpoint, Limit } from '../../platform/endpoint.contract.ts'
import { failureCodes } from '../../platform/failure-codes.contract.ts'
import { paths } from '../../platform/paths.ts'
import { sessionCookieName } from '../../platform/session-cookie.ts'

export type JsonSchema = Record<string, unknown>
type Content = Record<string, { schema: JsonSchema }>
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }
type Header = { description: string; schema: JsonSchema }
type Answer = { description: string; content?: Content; headers?: Record<string, Header> }

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Answer>
}

export type ApiDocument = {
  openapi: string
  info: { title: string; version: string; summary: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<'schemas' | 'securitySchemes', Record<string, JsonSchema>>
}

type Settings = Pick<Config, 'brand' | 'publicUrl' | 'secureCookies'>

/** Describes calls in OpenAPI 3.1, from the schemas that their routes parse with. */
export function describeApi(
  calls: readonly (Call & { endpoint: Endpoint })[],
  { brand, publicUrl, secureCookies }: Settings,
): ApiDocument {
  const document: ApiDocument = {
    openapi: '3.1.1',
    info: {
      title: `${brand} API`,
      version: '1',
      summary: 'Bodies and answers are JSON, and times are ISO 8601 in UTC.',
      description: failuresText,
    },
    servers: [{ url: publicUrl }],
    paths: {},
    components: {
      schemas: { Failure: failureSchema },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(secureCookies) },
      },
    },
  }
  for (const { method, path, endpoint } of calls) {
    const template = path.replace(/:(\w+)/g, '{$1}')
    document.paths[template] = {
      ...document.paths[template],
      [method.toLowerCase()]: describe({ method, path }, endpoint),
    }
  }
  document.paths[paths.oneClickUnsubscribe('{token}')] = { post: oneClick }
  return document
}

function describe(call: Call, endpoint: Endpoint): Operation {
  const { method, path } = call
  const { access, summary, params, query, body } = endpoint
  const parameters = [...parametersIn('path', params), ...parametersIn('query', query)]
  return {
    operationId: [method.toLowerCase(), ...path.split(/\W+/).slice(2)].join('-'),
    tags: [path.split('/')[2] ?? ''],
    summary,
    description: [accessText[access], ...(endpoint.limits ?? []).map(limitText)].join(' '),
    security: access === 'anyone' ? [{}, { session: [] }] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: json(schemaOf(body, 'input')) } }),
    responses: { ...successes(endpoint), ...redirects(call), ...failures(call, endpoint) },
  }
}

const accessText: Record<Access, string> = {
  anyone: 'For everyone.',
  member: 'For signed-in members.',
  dev: 'For signed-in dev users.',
  admin: 'For signed-in admins.',
}

const limitText = ({ per, max, seconds }: Limit) =>
  `At most ${max} times in ${seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`} per ${per}.`

function parametersIn(place: Parameter['in'], schema: Endpoint['params']): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }))
}

function successes({ status = 200, orStatus, answer }: Endpoint): Record<string, Answer> {
  if (status === 204) return { 204: { description: 'Done.' } }
  const success = { description: 'Done.', content: json(schemaOf(answer, 'output')) }
  return { [status]: success, ...(orStatus && { [orStatus]: success }) }
}

/** A previous username redirects to the current one. */
function redirects({ method, path }: Call): Record<string, Answer> {
  if (method !== 'GET' || !path.includes('/:username')) return {}
  const location = {
    description: 'The same call with the current name.',
    schema: { type: 'string' },
  }
  return {
    301: { description: 'The member was renamed.', headers: { Location: location } },
  }
}

function failures(
  { method }: Call,
  { access, params, body, limits }: Endpoint,
): Record<string, Answer> {
  const changes = method !== 'GET'
  return {
    400: failure('The request is not valid.'),
    ...(access !== 'anyone' && { 401: failure('The call needs a session.') }),
    ...((changes || access === 'admin' || access === 'dev') && {
      403: failure('Not allowed, or sent from another site.'),
    }),
    ...(params && { 404: failure('Not found.') }),
    ...(changes && { 413: failure('The body is too large.') }),
    ...(body && { 415: failure('The body is not application/json.') }),
    ...(limits && {
      429: {
        ...failure('Too often.'),
        headers: {
          'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
        },
      },
    }),
    default: failure('Any other failure, such as 409 for a conflict with what is there.'),
  }
}

const failure = (description: string): Answer => ({
  description,
  content: json({ $ref: '#/components/schemas/Failure' }),
})

const failureSchema = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'What to do next, for the person. May be reworded.' },
    code: { enum: Object.keys(failureCodes), description: 'For programs. Never changes.' },
    field: { type: 'string', description: 'The one input at fault.' },
  },
}

/** In Markdown. */
const failuresText = [
  'A failure has a `message` for the person and a `code` for programs:',
  '',
  '| code | status | meaning |',
  '| --- | --- | --- |',
  ...Object.entries(failureCodes).map(
    ([code, [status, meaning]]) => `| \`${code}\` | ${status} | ${meaning} |`,
  ),
].join('\n')

/** For mail programs (RFC 8058): the only call with a form as its body, and open to every origin. */
const oneClick: Operation = {
  operationId: 'post-unsubscribe-token',
  tags: ['unsubscribe'],
  summary: 'Stop the mails of one member, by the button of the mail program.',
  description: 'For everyone, from anywhere.',
  security: [{}],
  parameters: [{ name: 'token', in: 'path', required: true, schema: { type: 'string' } }],
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          required: ['List-Unsubscribe'],
          properties: { 'List-Unsubscribe': { const: 'One-Click' } },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'Done.',
      content: json({
        type: 'object',
        required: ['username'],
        properties: { username: { type: 'string' } },
      }),
    },
    default: failure('The link is not one of ours, or the form field is missing.'),
  },
}

function json(schema: JsonSchema): Content {
  return { 'application/json': { schema } }
}

function schemaOf(schema: Endpoint['answer'], io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described
}
