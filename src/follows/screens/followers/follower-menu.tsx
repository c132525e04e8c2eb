import { Ban, Ellipsis, UserMinus } from 'lucide'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { Follower } from '../../follows.schemas.ts'
import { EndFollowDialog, type FollowerAction } from './end-follow-dialog.tsx'

export function FollowerMenu({ follower }: { follower: Follower }) {
  const [action, setAction] = useState<FollowerAction | null>(null)
  const name = follower.username ? `@${follower.username}` : follower.email
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" iconOnly icon={<Icon shape={Ellipsis} size={20} />}>
            More about {name}
          </Button>
        }
        items={[
          {
            label: 'Remove follower',
            icon: <Icon shape={UserMinus} size={18} />,
            onSelect: () => setAction('remove'),
          },
          {
            label: 'Block',
            icon: <Icon shape={Ban} size={18} />,
            tone: 'danger',
            onSelect: () => setAction('block'),
          },
        ]}
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
