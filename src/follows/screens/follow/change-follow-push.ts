import type { QueryClient } from '@tanstack/react-query'
import { call, keyOf } from '../../../ui/api.ts'
import { toast, toastError } from '../../../ui/toast.ts'

export async function changeFollowPush(client: QueryClient, username: string, push: boolean) {
  const { devices } = await call('PUT /api/users/:username/followers/push', {
    params: { username },
    body: { push },
  }).catch(error => {
    void toastError('Error', 'Nothing has changed. Please try again.')
    throw error
  })
  const shown =
    devices > 0
      ? `You are notified when @${username} drops.`
      : 'To see them, turn on notifications on this device in Settings.'
  void toast(push ? 'Notifications are on' : 'Notifications are off', {
    description: push ? shown : `You are no longer notified when @${username} drops.`,
    kind: 'success',
  })
  await client.invalidateQueries({ queryKey: keyOf('GET /api/follows/following') })
}
