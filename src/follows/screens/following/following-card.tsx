import { Bell, BellOff, Mail, MailX, UserMinus } from 'lucide'
import { useState } from 'react'
import { paths } from '../../../contract/paths.shared.ts'
import { MemberMenu } from '../../../members/screens/member-menu.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { Card } from '../../../ui/page.tsx'
import type { Followed } from '../../follows.schemas.ts'
import { useFollowMail, useFollowPush } from '../follow/change-follow-choices.ts'
import { UnfollowDialog } from '../follow/unfollow-dialog.tsx'

export function FollowingCard({ followed }: { followed: Followed }) {
  const { username, avatar, followDate, lastDropDate, withoutMail, push } = followed
  return (
    <Card as="li" className="flex min-h-26 items-center gap-3 sm:px-4!">
      <Avatar name={username} src={avatar} />
      <div className="min-w-0 grow">
        <Link href={paths.profile(username)} className="leading-snug font-bold hover:underline">
          @{username}
        </Link>
        <p className="text-sm text-muted">
          Followed on{' '}
          <time dateTime={followDate} className="whitespace-nowrap">
            {formatDate(followDate)}
          </time>
        </p>
        <p className="mt-1 flex flex-wrap gap-1 empty:hidden">
          {lastDropDate && <Badge>Last drop: {formatDate(lastDropDate)}</Badge>}
          {withoutMail && (
            <Badge icon={<Icon shape={MailX} size={14} />}>You follow without mail</Badge>
          )}
          {push && <Badge icon={<Icon shape={Bell} size={14} />}>Notifications on</Badge>}
        </p>
      </div>
      <FollowingMenu followed={followed} />
    </Card>
  )
}

function FollowingMenu({ followed }: { followed: Followed }) {
  const { username, withoutMail = false, push = false } = followed
  const params = { username }
  const changeMail = useFollowMail(username)
  const changePush = useFollowPush(username)
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <MemberMenu
        username={username}
        items={[
          {
            label: withoutMail ? 'Get drops by email' : 'Stop drops by email',
            icon: <Icon shape={withoutMail ? Mail : MailX} size={18} />,
            onSelect: () => changeMail.mutate({ params, body: { mail: withoutMail } }),
          },
          {
            label: push ? 'Stop notifications' : 'Notify me of drops',
            icon: <Icon shape={push ? BellOff : Bell} size={18} />,
            onSelect: () => changePush.mutate({ params, body: { push: !push } }),
          },
          {
            label: 'Unfollow',
            icon: <Icon shape={UserMinus} size={18} />,
            tone: 'danger',
            onSelect: () => setConfirming(true),
          },
        ]}
      />
      {isConfirming && (
        <UnfollowDialog
          username={username}
          withoutMail={withoutMail}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  )
}
