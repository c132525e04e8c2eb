import Ellipsis from 'lucide-react/icons/ellipsis'
import ExternalLink from 'lucide-react/icons/external-link'
import UserMinus from 'lucide-react/icons/user-minus'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../platform/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { formatDate } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Card } from '../../ui/page.tsx'
import { useSite } from '../../ui/site.tsx'
import type { Followed } from '../follows.contract.ts'
import { UnfollowDialog } from './unfollow-dialog.tsx'
import { useFollow } from './use-follow.ts'

type FollowingCardProps = {
  followed: Followed
  /** Unfollowed a moment ago. */
  left: boolean
  onLeft: () => void
  onRejoined: () => void
}

/** Somebody whom the member follows, or did until a moment ago. */
export function FollowingCard({ followed, left, onLeft, onRejoined }: FollowingCardProps) {
  const { username, avatar, followDate, lastDropDate } = followed
  return (
    <Card
      as="li"
      className={classes(
        'flex min-h-26 items-center gap-3 sm:px-4!',
        left && 'border-dashed bg-transparent!',
      )}
    >
      <Avatar name={username} src={avatar} className={left ? 'opacity-50' : ''} />
      <div className={classes('min-w-0 grow', left && 'text-muted')}>
        <Link href={paths.profile(username)} className="leading-snug font-bold hover:underline">
          @{username}
        </Link>
        {left ? (
          <p className="text-sm">Unfollowed</p>
        ) : (
          <>
            <p className="text-sm text-muted">
              Followed on{' '}
              <time dateTime={followDate} className="whitespace-nowrap">
                {formatDate(followDate)}
              </time>
            </p>
            {lastDropDate && (
              <Badge tone="accent" className="mt-1">
                Last drop: {formatDate(lastDropDate)}
              </Badge>
            )}
          </>
        )}
      </div>
      {left ? (
        <FollowAgain username={username} onDone={onRejoined} />
      ) : (
        <More username={username} onLeft={onLeft} />
      )}
    </Card>
  )
}

function More({ username, onLeft }: { username: string; onLeft: () => void }) {
  const { brand } = useSite()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" iconOnly icon={<Ellipsis size={20} aria-hidden="true" />}>
            More about {username}
          </Button>
        }
        items={[
          {
            label: `Visit ${brand}`,
            icon: <ExternalLink size={18} aria-hidden="true" />,
            href: paths.profile(username),
            newTab: true,
          },
          {
            label: 'Unfollow',
            icon: <UserMinus size={18} aria-hidden="true" />,
            tone: 'danger',
            onSelect: () => setAsking(true),
          },
        ]}
      />
      <UnfollowDialog username={username} open={asking} onOpenChange={setAsking} onDone={onLeft} />
    </>
  )
}

/** Takes the menu's place, and the focus that the menu's button had. */
function FollowAgain({ username, onDone }: { username: string; onDone: () => void }) {
  const { start } = useFollow(username)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // After the dialog that is closing has given its focus away.
    const timer = setTimeout(() => button.current?.focus({ preventScroll: true }), 50)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Button
      ref={button}
      variant="secondary"
      size="sm"
      pending={start.isPending}
      onClick={() => start.mutate(undefined, { onSuccess: onDone })}
    >
      Follow again<span className="sr-only">: @{username}</span>
    </Button>
  )
}
