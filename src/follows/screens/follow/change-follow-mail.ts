import type { QueryClient } from '@tanstack/react-query'
import { call, keyOf } from '../../../ui/api.ts'
import { toast, toastError } from '../../../ui/toast.ts'
import { isFollowingQuery } from './follow-state.ts'

export async function changeFollowMail(client: QueryClient, username: string, mail: boolean) {
  try {
    await call('PUT /api/users/:username/followers/mail', { params: { username }, body: { mail } })
  } catch (error) {
    void toastError('Error', 'Nothing has changed. Please try again.')
    throw error
  }
  void toast(mail ? 'Mail is on' : 'Mail is off', {
    description: mail
      ? `Drops of @${username} come by mail.`
      : `You follow @${username} without mail.`,
    kind: 'success',
  })
  const state = mail ? { isFollowing: true } : { isFollowing: true, withoutMail: true }
  client.setQueryData(isFollowingQuery(username).queryKey, state)
  await client.invalidateQueries({ queryKey: keyOf('GET /api/follows/following') })
}
