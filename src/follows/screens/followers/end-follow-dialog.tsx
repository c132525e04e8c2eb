import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, failureCode, keyOf } from '../../../ui/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'

export type FollowerAction = keyof typeof actions

type EndFollowDialogProps = {
  followId: number
  name: string
  action: FollowerAction
  onClose: () => void
}

export function EndFollowDialog({ followId, name, action, onClose }: EndFollowDialogProps) {
  const client = useQueryClient()
  const { title, description, confirmLabel, done, route } = actions[action]
  const end = useMutation({
    mutationFn: () => call(route, { params: { id: followId } }),
    onSuccess: () => {
      onClose()
      void toast(done(name), { kind: 'success' })
    },
    onSettled: (_, error) => {
      if (error && failureCode(error) !== 'not_found') return
      void client.invalidateQueries({ queryKey: keyOf('GET /api/followers') })
      void client.invalidateQueries({ queryKey: keyOf('GET /api/blocked-followers') })
      void client.invalidateQueries({ queryKey: keyOf('GET /api/users/:username/followers-count') })
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title(name)}
      description={description}
      error={end.isError && 'That did not work. Please try again.'}
      confirmLabel={confirmLabel}
      tone="danger"
      pending={end.isPending}
      onConfirm={() => end.mutate()}
    />
  )
}

const actions = {
  remove: {
    title: (name: string) => `Remove ${name}?`,
    description:
      'They get no more mail about your drops and leave this list. They are not told, and they can follow you again.',
    confirmLabel: 'Remove',
    done: (name: string) => `${name} no longer follows you`,
    route: 'DELETE /api/followers/:id',
  },
  block: {
    title: (name: string) => `Block ${name}?`,
    description:
      'They get no more mail about your drops and cannot follow you again. Your page stays public. You can unblock them whenever you like.',
    confirmLabel: 'Block',
    done: (name: string) => `${name} is blocked`,
    route: 'POST /api/followers/:id/block',
  },
} as const
