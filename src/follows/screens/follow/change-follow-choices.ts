import { useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '../../../ui/data/api.ts'
import { useCall } from '../../../ui/data/use-call.ts'
import { toast, toastError } from '../../../ui/overlays/toast.ts'
import { useReadAfterLostResponse, useSetFollowing } from './change-follow.ts'
import { isFollowingQuery } from './follow-state.ts'

export function useUnfollow(username: string, onDone: () => void) {
  const setFollowing = useSetFollowing(username)
  const readAfterLostResponse = useReadAfterLostResponse(username)
  function finish() {
    onDone()
    const description = `You've unfollowed @${username}`
    void toast('Unfollowed', { description, duration: 3000, kind: 'success' })
  }
  return useCall('DELETE /api/users/:username/followers', {
    onSuccess(response) {
      setFollowing(false, response)
      finish()
    },
    async onError(error) {
      if ((await readAfterLostResponse(error))?.isFollowing === false) return finish()
      void toastError('Error', 'Failed to unfollow. Please try again.')
    },
  })
}

export function useFollowMail(username: string, onDone?: () => void) {
  const client = useQueryClient()
  const readAfterLostResponse = useReadAfterLostResponse(username)
  function finish(mail: boolean) {
    onDone?.()
    const description = mail
      ? `Drops of @${username} come by mail.`
      : `You follow @${username} without mail.`
    void toast(mail ? 'Mail is on' : 'Mail is off', { description, kind: 'success' })
  }
  return useCall('PUT /api/users/:username/followers/mail', {
    onSuccess(_, { body: { mail } }) {
      const state = mail ? { isFollowing: true } : { isFollowing: true, withoutMail: true }
      client.setQueryData(isFollowingQuery(username).queryKey, state)
      finish(mail)
    },
    async onError(error, { body: { mail } }) {
      const follow = await readAfterLostResponse(error)
      if (follow?.isFollowing && mail === !follow.withoutMail) return finish(mail)
      toastFailure(error)
    },
  })
}

export const useFollowPush = (username: string) =>
  useCall('PUT /api/users/:username/followers/push', {
    onSuccess({ devices }, { body: { push } }) {
      const shown =
        devices > 0
          ? `You are notified when @${username} drops.`
          : 'To see them, turn on notifications on this device in Settings.'
      const description = push ? shown : `You are no longer notified when @${username} drops.`
      const title = push ? 'Notifications are on' : 'Notifications are off'
      void toast(title, { description, kind: 'success' })
    },
    onError: toastFailure,
  })

const toastFailure = (error: Error) =>
  void toastError('Error', errorMessage(error, 'Please try again.'))
