import { Ban, Ellipsis, UserMinus } from 'lucide'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { lazyComponent } from '../../../ui/lazy-component.ts'
import { Menu } from '../../../ui/menu.tsx'
import type { Follower } from '../../follows.schemas.ts'
import type { FollowerAction } from './end-follow-dialog.tsx'

const EndFollowDialog = lazyComponent(() => import('./end-follow-dialog.tsx'), 'EndFollowDialog')

/** What the member can do about one follower. */
export function FollowerMenu({ follower }: { follower: Follower }) {
  const [dialog, setDialog] = useState<{ action: FollowerAction; open: boolean } | null>(null)
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
            onSelect: () => setDialog({ action: 'remove', open: true }),
          },
          {
            label: 'Block',
            icon: <Icon shape={Ban} size={18} />,
            tone: 'danger',
            onSelect: () => setDialog({ action: 'block', open: true }),
          },
        ]}
      />
      <Suspense>
        {dialog && (
          <EndFollowDialog
            followId={follower.id}
            name={name}
            action={dialog.action}
            open={dialog.open}
            onOpenChange={open => setDialog({ ...dialog, open })}
          />
        )}
      </Suspense>
    </>
  )
}
