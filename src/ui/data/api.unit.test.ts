import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  ApiError,
  ask,
  asOneChange,
  call,
  newQueryClient,
  refetchAfterChanges,
  setViewer,
} from './api.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('A change without a connection fails at once, and is not made later', async () => {
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  const client = newQueryClient(async () => null)
  const change = new MutationObserver(client, { mutationFn: () => Promise.reject(new Error('No')) })
  await expect(change.mutate()).rejects.toThrow('No')
})

describe('A query', () => {
  const queryKey = ['GET /api/user', {}, {}]

  test('that fails, also with 401, is an error at once and not tried again', async () => {
    const get = vi.fn(() => Promise.reject(new ApiError('Sign in', { code: 'not_signed_in' })))
    const observer = new QueryObserver(newQueryClient(get), { queryKey })
    const unsubscribe = observer.subscribe(() => {})
    await expect.poll(() => observer.getCurrentResult().status).toBe('error')
    unsubscribe()
    expect(get).toHaveBeenCalledTimes(1)
  })

  test('is answered from memory for 60 seconds', async () => {
    vi.useFakeTimers()
    const get = vi.fn(async () => null)
    const client = newQueryClient(get)
    for (const milliseconds of [0, 59_999]) {
      vi.advanceTimersByTime(milliseconds)
      await client.fetchQuery({ queryKey })
    }
    expect(get).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    await client.fetchQuery({ queryKey })
    expect(get).toHaveBeenCalledTimes(2)
    client.clear()
  })
})

test('A call sends credentials, and JSON where it has a body', async () => {
  const fetch = vi.fn(async (_address: string, _init: RequestInit) => Response.json([]))
  vi.stubGlobal('fetch', fetch)
  const credentials = 'same-origin'
  await call('GET /api/tracks', {})
  expect(fetch).toHaveBeenLastCalledWith('/api/tracks', {
    method: 'GET',
    credentials,
    headers: {},
    keepalive: false,
  })
  await call('PUT /api/tracks/rank', { body: { tracks: [] } })
  expect(fetch).toHaveBeenLastCalledWith('/api/tracks/rank', {
    method: 'PUT',
    credentials,
    headers: { 'Content-Type': 'application/json' },
    keepalive: true,
    body: '{"tracks":[]}',
  })
})

test('A small change arrives even if its page is left at once; browsers refuse that for a large one', async () => {
  const fetch = vi.fn(async (_address: string, _init: RequestInit) => Response.json([]))
  vi.stubGlobal('fetch', fetch)
  for (const [length, keepalive] of [
    [1_000, true],
    [100_000, false],
  ] as const) {
    await call('PUT /api/user/avatar', { body: { avatar: 'x'.repeat(length) } })
    expect(fetch).toHaveBeenLastCalledWith(
      '/api/user/avatar',
      expect.objectContaining({ keepalive }),
    )
  }
})

test('A call says for whom the page was made', async () => {
  const fetch = vi.fn(async (_address: string, _init: RequestInit) => Response.json([]))
  vi.stubGlobal('fetch', fetch)
  setViewer(() => 'none')
  await call('GET /api/tracks', {})
  setViewer(() => undefined)
  const headers = { 'X-Member': 'none' }
  expect(fetch).toHaveBeenLastCalledWith('/api/tracks', expect.objectContaining({ headers }))
})

test('Several calls as one change refetch nothing before the last has ended', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => Response.json([]))
  const client = newQueryClient(async () => null)
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  refetchAfterChanges(client)
  const save = () => call('PUT /api/tracks/rank', { body: { tracks: [] } })
  await asOneChange(async () => {
    await save()
    await vi.advanceTimersByTimeAsync(1000)
    await save()
    expect(invalidate).not.toHaveBeenCalled()
  })
  await vi.advanceTimersByTimeAsync(50)
  expect(invalidate).toHaveBeenCalledTimes(1)
})

describe('After a change', () => {
  const failing = (status: number) =>
    Response.json({ message: 'No', code: 'not_found' }, { status })

  test.each([
    ['calls that follow each other closely', () => Response.json([]), 1],
    ['one that shows that the page was out of date', () => failing(404), 1],
    ['one that failed', () => failing(500), 0],
  ] as const)(
    'by %s, each query that does not ignore changes is stale once',
    async (_, respond, times) => {
      vi.useFakeTimers()
      vi.stubGlobal('fetch', async () => respond())
      const client = newQueryClient(async () => null)
      client.setQueryData(['list'], [])
      await client.fetchQuery({ queryKey: ['unchanged'], meta: { ignoresChanges: true } })
      const invalidate = vi.spyOn(client, 'invalidateQueries')
      refetchAfterChanges(client)
      for (let n = 0; n < 3; n++)
        await call('PUT /api/tracks/rank', { body: { tracks: [] } }).catch(() => {})
      await ask('POST /api/username-available', { body: { username: 'x' } }).catch(() => {})
      vi.advanceTimersByTime(50)
      expect(invalidate).toHaveBeenCalledTimes(times)
      expect(client.getQueryState(['list'])?.isInvalidated).toBe(times === 1)
      expect(client.getQueryState(['unchanged'])?.isInvalidated).toBe(false)
      client.clear()
    },
  )
})

test.each(['<html>Welcome to our network</html>', ''])(
  'A success that is not JSON, %j, is an error and not an empty response',
  async body => {
    vi.stubGlobal('fetch', async () => new Response(body))
    await expect(call('GET /api/tracks', {})).rejects.toThrow(ApiError)
  },
)

test('What one tab changes is stale in the others, but is not reported back', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]))
  const client = newQueryClient(async () => null)
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  const otherTab = new BroadcastChannel('changes')
  const told = vi.fn()
  otherTab.onmessage = told
  refetchAfterChanges(client)
  await call('PUT /api/tracks/rank', { body: { tracks: [] } })
  await expect.poll(() => told.mock.calls.length).toBe(1)
  expect(invalidate).toHaveBeenCalledTimes(1)
  otherTab.postMessage('change')
  await expect.poll(() => invalidate.mock.calls.length).toBe(2)
  expect(told).toHaveBeenCalledTimes(1)
  otherTab.close()
})
