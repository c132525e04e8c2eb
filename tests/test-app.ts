import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import { jobs } from '../src/app/jobs.ts'
import { createApp } from '../src/app/server.ts'
import { startWorker } from '../src/app/worker.ts'
import { findMemberByName } from '../src/members/members.queries.ts'
import { readConfig } from '../src/platform/config/config.ts'
import type { Context } from '../src/platform/context.ts'
import type { OpenDatabase } from '../src/platform/database.ts'
import type { App } from '../src/platform/http/http.ts'
import { createWorkBudget } from '../src/platform/limits/work-budget.ts'
import { openLog } from '../src/platform/log/log.ts'
import { type Job, openQueue } from '../src/platform/queue.ts'
import { vapidKeys } from '../src/push/send-push.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'
import { noBrowserBuild } from './no-browser-build.ts'
import { openTestDatabase } from './test-database.ts'

export type TestApp = {
  hono: App
  context: Context
  /** `url` is null on the embedded database. */
  database: OpenDatabase & { url: string | null }
  /** What a real SMTP server received. */
  mailbox: Mailbox
  /** Moves the app's clock forward; mails that become due are sent at once. */
  pass(milliseconds: number): void
  /** Runs an action while queue and worker are stopped, as an operator does for a change of the schema. */
  whileStopped(action: () => Promise<void>): Promise<void>
  /** Somebody without a session; cookies they are given are kept. */
  visitor(): Client
  /** A new member, signed in. */
  member(username?: string, email?: string): Promise<Member>
}

/** The browser of somebody who is signed in. */
export type Member = Client & { id: number; username: string; email: string }

/** One browser: its requests carry its cookies. */
export type Client = {
  /** Returns status, parsed JSON (null without a body) and the response itself. */
  call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestResponse<T>>
}

export type TestResponse<T> = { status: number; body: T; response: Response }

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** The least that Argon2 takes: tests register hundreds of members. */
export const cheapPasswords = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/**
 * The whole app on its own database, with its worker and a real mail server behind it. Call it at the
 * top of a test file; it is closed after the file's last test.
 */
export async function openTestApp(settings: Record<string, string> = {}): Promise<TestApp> {
  const [database, mailbox] = await Promise.all([openTestDatabase(), startMailbox()])
  let offset = 0
  const log = openLog('silent')
  const config = readConfig({
    SMTP_URL: mailbox.url,
    PUBLIC_URL: 'http://radr.test',
    RATE_LIMITS: 'off',
    OUTSIDE_SERVICES: 'off',
    ...settings,
  })
  const openAppQueue = () => openQueue(database, jobs, config, log)
  const clock = { now: () => new Date(Date.now() + offset) }
  const context: Context = {
    config,
    db: database.db,
    queue: await openAppQueue(),
    clock,
    log,
    budget: createWorkBudget({ config, clock }),
    linkKey: createSecretKey(randomBytes(32)),
    vapid: vapidKeys(randomBytes(32)),
    passwordCost: cheapPasswords,
  }
  let worker = await startWorker(context, database)
  const stop = async () => {
    await context.queue.stop()
    await worker.stop()
  }
  const hono = createApp(context, noBrowserBuild)
  const visitor = () => newClient(config.publicUrl, (url, init) => hono.request(url, init))
  afterAll(async () => {
    await stop()
    await database.close()
    await mailbox.close()
  })
  return {
    hono,
    context,
    database,
    mailbox,
    pass: milliseconds => {
      offset += milliseconds
      worker.notifySender()
    },
    async whileStopped(action) {
      await stop()
      await action()
      context.queue = await openAppQueue()
      worker = await startWorker(context, database)
    },
    visitor,
    // No reserved name begins with x: one of ten thousand names with m is "mod" and a number.
    async member(
      username = `x${randomBytes(5).toString('hex')}`,
      email = `${username.toLowerCase()}@mail.test`,
    ) {
      const client = visitor()
      const { status } = await client.call('POST', '/api/register', {
        username,
        email,
        password: 'correct horse',
      })
      if (status !== 201) throw new Error(`Registering returned ${status}`)
      const { id } = await findMemberByName(database.db, username)
      return { ...client, id, username, email }
    },
  }
}

type Fetch = (url: string, init: RequestInit) => Response | Promise<Response>

export function newClient(origin: string, request: Fetch = fetch): Client {
  let cookie = ''
  return {
    async call(method, path, body, headers = {}) {
      const response = await request(origin + path, {
        method,
        headers: {
          ...(cookie && { cookie }),
          ...(method !== 'GET' && { origin }),
          ...(body !== undefined && {
            'content-type': body instanceof Blob ? body.type : 'application/json',
          }),
          ...headers,
        },
        ...(body !== undefined && {
          body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
        }),
      })
      const given = response.headers.get('set-cookie')
      if (given) cookie = given.split(';')[0] ?? ''
      const text = await response.clone().text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      return { status: response.status, body: isJson ? JSON.parse(text) : null, response }
    },
  }
}

/** Runs a job now, without the queue. */
export const runJob = <JobContext, Data extends object>(
  job: Job<JobContext, Data>,
  context: JobContext,
  data: Data,
) => job.run(context, data, new AbortController().signal)
