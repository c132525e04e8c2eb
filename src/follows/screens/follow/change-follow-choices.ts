import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../ui/api.ts'
import { toast, toastError } from '../../../ui/toast.ts'
import { isFollowingQuery } from './follow-state.ts'

export async function changeFollowMail(client: QueryClient, username: string, mail: boolean) {
  await call('PUT /api/users/:username/followers/mail', {
    params: { username },
    body: { mail },
  }).catch(toastFailure)
  const description = mail
    ? `Drops of @${username} come by mail.`
    : `You follow @${username} without mail.`
  void toast(mail ? 'Mail is on' : 'Mail is off', { description, kind: 'success' })
  const state = mail ? { isFollowing: true } : { isFollowing: true, withoutMail: true }
  client.setQueryData(isFollowingQuery(username).queryKey, state)
}

export async function changeFollowPush(username: string, push: boolean) {
  const { devices } = await call('PUT /api/users/:username/followers/push', {
    params: { username },
    body: { push },
  }).catch(toastFailure)
  const shown =
    devices > 0
      ? `You are notified when @${username} drops.`
      : 'To see them, turn on notifications on this device in Settings.'
  const description = push ? shown : `You are no longer notified when @${username} drops.`
  const title = push ? 'Notifications are on' : 'Notifications are off'
  void toast(title, { description, kind: 'success' })
}

function toastFailure(error: unknown): never {
  void toastError('Error', 'Nothing has changed. Please try again.')
  throw error
}
