import { useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import type { Follower } from '../../followers/followers.schemas.ts'
import { block, EndFollowDialog, type FollowEnding, removal } from './end-follow-dialog.tsx'

export function FollowerMenu({ follower }: { follower: Follower }) {
  const [action, setAction] = useState<FollowEnding | null>(null)
  const name = follower.username ? `@${follower.username}` : follower.email
  return (
    <>
      <Menu
        label={`More about ${name}`}
        items={[removal, block].map(each => ({
          label: each.label,
          icon: <Icon icon={each.icon} size={18} />,
          variant: each.variant,
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
