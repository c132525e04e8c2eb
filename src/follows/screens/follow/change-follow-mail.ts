import type { QueryClient } from '@tanstack/react-query'
import { call, keyOf } from '../../../ui/api.ts'
import { toast } from '../../../ui/toast.ts'
import { isFollowingQuery } from './follow-state.ts'

/** Switches the mail about a followed member on or off; throws, after a toast, when that fails. */
export async function changeFollowMail(client: QueryClient, username: string, mail: boolean) {
  try {
    await call('PUT /api/users/:username/followers/mail', { params: { username }, body: { mail } })
  } catch (error) {
    void toast('Error', { description: 'Nothing has changed. Please try again.', kind: 'error' })
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
