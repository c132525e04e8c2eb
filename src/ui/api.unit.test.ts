import { QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError, call, newQueryClient } from './api.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
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
  expect(fetch).toHaveBeenLastCalledWith('/api/tracks', { method: 'GET', credentials })
  await call('PUT /api/tracks/rank', { body: { tracks: [] } })
  expect(fetch).toHaveBeenLastCalledWith('/api/tracks/rank', {
    method: 'PUT',
    credentials,
    headers: { 'Content-Type': 'application/json' },
    body: '{"tracks":[]}',
  })
})
