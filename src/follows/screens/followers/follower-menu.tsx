import { Ban, type IconNode, UserMinus } from 'lucide'
import { useState } from 'react'
import { useCall } from '../../../ui/data/use-call.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import type { Follower } from '../../follows.schemas.ts'

export function FollowerMenu({ follower }: { follower: Follower }) {
  const [action, setAction] = useState<Action | null>(null)
  const name = follower.username ? `@${follower.username}` : follower.email
  return (
    <>
      <Menu
        label={`More about ${name}`}
        items={actions.map(each => ({
          label: each.label,
          icon: <Icon shape={each.shape} size={18} />,
          tone: each.tone,
          onSelect: () => setAction(each),
        }))}
      />
      {action && (
        <EndFollowDialog
          followId={follower.id}
          name={name}
          action={action}
          onClose={() => setAction(null)}
        />
      )}
    </>
  )
}

type EndFollowDialogProps = {
  followId: number
  name: string
  action: Action
  onClose: () => void
}

function EndFollowDialog({ followId, name, action, onClose }: EndFollowDialogProps) {
  const end = useCall(action.route, {
    onSuccess: () => {
      onClose()
      void toast(`${name} ${action.done}`, { kind: 'success' })
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`${action.verb} ${name}?`}
      description={action.description}
      error={end.isError && 'That did not work. Please try again.'}
      confirmLabel={action.verb}
      pending={end.isPending}
      onConfirm={() => end.mutate({ params: { id: followId } })}
    />
  )
}

type Action = {
  label: string
  shape: IconNode
  tone?: 'danger'
  verb: string
  description: string
  done: string
  route: 'DELETE /api/followers/:id' | 'POST /api/followers/:id/block'
}

const actions: Action[] = [
  {
    label: 'Remove follower',
    shape: UserMinus,
    verb: 'Remove',
    description:
      'They get no more mail about your drops and leave this list. They are not told, and they can follow you again.',
    done: 'no longer follows you',
    route: 'DELETE /api/followers/:id',
  },
  {
    label: 'Block',
    shape: Ban,
    tone: 'danger',
    verb: 'Block',
    description:
      'They get no more mail about your drops and cannot follow you again. Your page stays public. You can unblock them whenever you like.',
    done: 'is blocked',
    route: 'POST /api/followers/:id/block',
  },
]
