import { failureCodes } from '../../contract/failure-codes.shared.ts'
import { paths } from '../../contract/paths.shared.ts'
import type { Config } from '../../platform/config.ts'
import { type Endpoint, splitRoute } from '../../platform/endpoint.shared.ts'
import { sessionCookieName } from '../../platform/session-cookie.ts'
import { describeCall, failure, type JsonSchema, json, type Operation } from './describe-call.ts'

export type ApiDocument = {
  openapi: string
  info: { title: string; version: string; summary: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<'schemas' | 'securitySchemes', Record<string, JsonSchema>>
}

export function describeApi(
  calls: readonly { endpoint: Endpoint }[],
  { brand, publicUrl, secureCookies }: Config,
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
  for (const { endpoint } of calls) {
    const { method, path } = splitRoute(endpoint.route)
    const template = path.replace(/:(\w+)/g, '{$1}')
    document.paths[template] = {
      ...document.paths[template],
      [method.toLowerCase()]: describeCall(endpoint),
    }
  }
  document.paths[paths.oneClickUnsubscribe('{token}')] = {
    post: oneClick('unsubscribe', 'Stop the mails of one member'),
  }
  document.paths[paths.oneClickReminder('{token}')] = {
    post: oneClick('reminder', 'Stop the reminders of an account'),
  }
  return document
}

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

/** For mail programs (RFC 8058): the only calls with a form as their body, and open to every origin. */
const oneClick = (tag: string, effect: string): Operation => ({
  operationId: `post-${tag}-token`,
  tags: [tag],
  summary: `${effect}, by the button of the mail program.`,
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
})
