import Ban from 'lucide-react/icons/ban'
import Ellipsis from 'lucide-react/icons/ellipsis'
import UserMinus from 'lucide-react/icons/user-minus'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyComponent } from '../../../ui/lazy-component.ts'
import { Menu } from '../../../ui/menu.tsx'
import type { Follower } from '../../follows.contract.ts'
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
          <Button variant="quiet" iconOnly icon={<Ellipsis size={20} aria-hidden="true" />}>
            More about {name}
          </Button>
        }
        items={[
          {
            label: 'Remove follower',
            icon: <UserMinus size={18} aria-hidden="true" />,
            onSelect: () => setDialog({ action: 'remove', open: true }),
          },
          {
            label: 'Block',
            icon: <Ban size={18} aria-hidden="true" />,
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
