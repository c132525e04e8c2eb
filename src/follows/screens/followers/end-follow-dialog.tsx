import { Ban, type IconNode, UserMinus } from 'lucide'
import { useCall } from '../../../ui/data/use-call.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { BreakableEmail } from '../../../ui/text/breakable.tsx'

type EndFollowDialogProps = {
  followId: number
  name: string
  action: FollowEnding
  onClose: () => void
}

/** Asks the followed member before a follow is removed or blocked. */
export function EndFollowDialog({ followId, name, action, onClose }: EndFollowDialogProps) {
  const end = useCall(action.route, {
    onSuccess: () => {
      onClose()
      void toast(`${name} ${action.done}`, { kind: 'success' })
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={
        <>
          {action.verb} <BreakableEmail email={name} />?
        </>
      }
      description={action.description}
      error={end.isError && 'That did not work. Please try again.'}
      confirmLabel={action.verb}
      pending={end.isPending}
      onConfirm={() => end.mutate({ params: { id: followId } })}
    />
  )
}

export type FollowEnding = {
  label: string
  icon: IconNode
  variant?: 'danger'
  verb: string
  description: string
  done: string
  route: 'DELETE /api/followers/:id' | 'POST /api/followers/:id/block'
}

export const removal: FollowEnding = {
  label: 'Remove follower',
  icon: UserMinus,
  verb: 'Remove',
  description:
    'They get no more mail about your drops and leave this list. They are not told, and they can follow you again.',
  done: 'no longer follows you',
  route: 'DELETE /api/followers/:id',
}

export const block: FollowEnding = {
  label: 'Block',
  icon: Ban,
  variant: 'danger',
  verb: 'Block',
  description:
    'They get no more mail about your drops and cannot follow you again. Your page stays public. You can unblock them whenever you like.',
  done: 'is blocked',
  route: 'POST /api/followers/:id/block',
}
