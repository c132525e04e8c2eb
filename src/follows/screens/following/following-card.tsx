import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff, Mail, MailX, UserMinus } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../../contract/paths.shared.ts'
import { MemberMenu } from '../../../members/screens/member-menu.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { formatDate } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { Card } from '../../../ui/page.tsx'
import { useSite } from '../../../ui/site.tsx'
import type { Followed } from '../../follows.schemas.ts'
import { followMember } from '../follow/change-follow.ts'
import { changeFollowMail } from '../follow/change-follow-mail.ts'
import { changeFollowPush } from '../follow/change-follow-push.ts'
import { UnfollowDialog } from '../follow/unfollow-dialog.tsx'

type FollowingCardProps = {
  followed: Followed
  /** Unfollowed since the list was opened. */
  isUnfollowed: boolean
  onUnfollow: () => void
  onFollowAgain: () => void
}

export function FollowingCard({
  followed,
  isUnfollowed,
  onUnfollow,
  onFollowAgain,
}: FollowingCardProps) {
  const { username, avatar, followDate, lastDropDate, withoutMail = false, push = false } = followed
  return (
    <Card
      as="li"
      className={classes(
        // Cards far outside the viewport are not laid out.
        'flex min-h-26 items-center gap-3 [contain-intrinsic-size:auto_6.5rem] [content-visibility:auto] sm:px-4!',
        isUnfollowed && 'border-dashed bg-transparent!',
      )}
    >
      <Avatar name={username} src={avatar} className={isUnfollowed ? 'opacity-50' : ''} />
      <div className={classes('min-w-0 grow', isUnfollowed && 'text-muted')}>
        <Link href={paths.profile(username)} className="leading-snug font-bold hover:underline">
          @{username}
        </Link>
        {isUnfollowed ? (
          <p className="text-sm">Unfollowed</p>
        ) : (
          <>
            <p className="text-sm text-muted">
              Followed on{' '}
              <time dateTime={followDate} className="whitespace-nowrap">
                {formatDate(followDate)}
              </time>
            </p>
            <p className="mt-1 flex flex-wrap gap-1 empty:hidden">
              {lastDropDate && <Badge tone="accent">Last drop: {formatDate(lastDropDate)}</Badge>}
              {withoutMail && (
                <Badge icon={<Icon shape={MailX} size={14} />}>You follow without mail</Badge>
              )}
              {push && <Badge icon={<Icon shape={Bell} size={14} />}>Notifications on</Badge>}
            </p>
          </>
        )}
      </div>
      {isUnfollowed ? (
        <FollowAgainButton username={username} onDone={onFollowAgain} />
      ) : (
        <FollowingMenu
          username={username}
          withoutMail={withoutMail}
          push={push}
          onUnfollow={onUnfollow}
        />
      )}
    </Card>
  )
}

function FollowingMenu({
  username,
  withoutMail,
  push,
  onUnfollow,
}: {
  username: string
  withoutMail: boolean
  push: boolean
  onUnfollow: () => void
}) {
  const client = useQueryClient()
  const changeMail = useMutation({
    mutationFn: () => changeFollowMail(client, username, withoutMail),
  })
  const changePush = useMutation({ mutationFn: () => changeFollowPush(client, username, !push) })
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <MemberMenu
        username={username}
        items={[
          {
            label: withoutMail ? 'Get mail' : 'Stop mail',
            icon: <Icon shape={withoutMail ? Mail : MailX} size={18} />,
            onSelect: () => changeMail.mutate(),
          },
          {
            label: push ? 'Stop notifications' : 'Notify me of drops',
            icon: <Icon shape={push ? BellOff : Bell} size={18} />,
            onSelect: () => changePush.mutate(),
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
          onDone={onUnfollow}
        />
      )}
    </>
  )
}

/** Replaces the menu and takes over its focus. */
function FollowAgainButton({ username, onDone }: { username: string; onDone: () => void }) {
  const client = useQueryClient()
  const { brand } = useSite()
  const follow = useMutation({ mutationFn: () => followMember(client, username, brand) })
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The closing dialog moves the focus first.
    const timer = setTimeout(() => button.current?.focus({ preventScroll: true }), 50)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Button
      ref={button}
      variant="secondary"
      size="sm"
      pending={follow.isPending}
      onClick={() => follow.mutate(undefined, { onSuccess: onDone })}
    >
      Follow again<span className="sr-only">: @{username}</span>
    </Button>
  )
}
