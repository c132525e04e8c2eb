import * as z from 'zod'
import {
  type Access,
  type Endpoint,
  type Limit,
  splitRoute,
} from '../../platform/endpoint.shared.ts'

export type JsonSchema = Record<string, unknown>
type Content = Record<string, { schema: JsonSchema }>
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }
type Header = { description: string; schema: JsonSchema }
type ResponseObject = { description: string; content?: Content; headers?: Record<string, Header> }

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, ResponseObject>
}

export function describeCall(endpoint: Endpoint): Operation {
  const { method, path } = splitRoute(endpoint.route)
  const { access, summary, params, query, body } = endpoint
  const parameters = [...parametersIn('path', params), ...parametersIn('query', query)]
  return {
    operationId: [method.toLowerCase(), ...path.split(/\W+/).slice(2)].join('-'),
    tags: [path.split('/')[2] ?? ''],
    summary,
    description: [accessText[access], ...(endpoint.limits ?? []).map(limitText)].join(' '),
    security: access === 'anyone' ? [{}, { session: [] }] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: bodyOf(endpoint, body) } }),
    responses: { ...successes(endpoint), ...redirects(endpoint), ...failures(endpoint) },
  }
}

const bodyOf = ({ bodyType }: Endpoint, body: NonNullable<Endpoint['body']>): Content =>
  bodyType ? { [bodyType]: { schema: file } } : json(schemaOf(body, 'input'))

const file = { type: 'string', format: 'binary' }

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

function successes(endpoint: Endpoint): Record<string, ResponseObject> {
  const { status = 200, orStatus, contentType, response } = endpoint
  if (!response) return { 204: { description: 'Done.' } }
  if (contentType) {
    const content = { [contentType]: { schema: file } }
    return { [status]: { description: 'A file.', content } }
  }
  const success = { description: 'Done.', content: json(schemaOf(response, 'output')) }
  return { [status]: success, ...(orStatus && { [orStatus]: success }) }
}

/** A previous username redirects to the current one. */
function redirects({ route }: Endpoint): Record<string, ResponseObject> {
  if (!/^GET .*\/:username/.test(route)) return {}
  const location = {
    description: 'The same call with the current name.',
    schema: { type: 'string' },
  }
  return {
    301: { description: 'The member was renamed.', headers: { Location: location } },
  }
}

function failures({
  route,
  access,
  params,
  body,
  bodyType,
  limits,
  notImplemented,
}: Endpoint): Record<string, ResponseObject> {
  const changes = !route.startsWith('GET ')
  return {
    400: failure('The request is not valid.'),
    ...(access !== 'anyone' && { 401: failure('The call needs a session.') }),
    ...((changes || access === 'admin' || access === 'dev') && {
      403: failure('Not allowed, or sent from another site.'),
    }),
    ...(params && { 404: failure('Not found.') }),
    ...(changes && { 413: failure('The body is too large.') }),
    ...(body && { 415: failure(`The body is not ${bodyType ?? 'application/json'}.`) }),
    ...(limits && {
      429: {
        ...failure('Too often.'),
        headers: {
          'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
        },
      },
    }),
    ...(notImplemented !== undefined && { 501: failure(notImplemented) }),
    default: failure('Any other failure, such as 409 for a conflict with what is there.'),
  }
}

export const failure = (description: string): ResponseObject => ({
  description,
  content: json({ $ref: '#/components/schemas/Failure' }),
})

export function json(schema: JsonSchema): Content {
  return { 'application/json': { schema } }
}

function schemaOf(schema: NonNullable<Endpoint['response']>, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described
}
