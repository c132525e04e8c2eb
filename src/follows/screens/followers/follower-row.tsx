import { Mail } from 'lucide'
import { paths } from '../../../contract/paths.shared.ts'
import { useSite } from '../../../site/site.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/routing/link.tsx'
import { BreakableEmail } from '../../../ui/text/breakable.tsx'
import { useFormatDate } from '../../../ui/text/dates.tsx'
import type { Follower } from '../../followers/followers.schemas.ts'
import { FollowerMenu } from './follower-menu.tsx'
import { followerStatus } from './follower-status.ts'

export function FollowerRow({ follower }: { follower: Follower }) {
  const { brand } = useSite()
  const { email, username, avatar } = follower
  const isMember = follower.follower_user_id !== undefined
  const { badge, variant, text } = followerStatus(follower, useFormatDate())
  const bounces = follower.bounces && !follower.unsubscribed
  return (
    <li className="flex min-h-16 items-center gap-3 border-t border-line py-2.5">
      {isMember && username ? (
        <Avatar name={username} src={avatar} />
      ) : (
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken text-muted">
          <Icon icon={Mail} size={20} />
        </span>
      )}
      <div className="grid min-w-0 grow gap-1 text-xs leading-5 text-muted sm:text-sm">
        {isMember && username && (
          <p className="text-base leading-snug font-bold text-ink">
            <Link
              translate="no"
              href={paths.profile(username)}
              className="underline-offset-4 hover:underline"
            >
              {`@${username}`}
            </Link>
          </p>
        )}
        <p className={isMember && username ? '' : 'text-base leading-snug font-bold text-ink'}>
          <BreakableEmail email={email} />
        </p>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {variant ? <Badge variant={variant}>{badge}</Badge> : <span>{badge}</span>}
          {bounces && <Badge variant="danger">Mail bounces</Badge>}
          <span>{text}</span>
          {isMember && <span>{brand} user</span>}
        </p>
        {bounces && <p>Mail to this address comes back, so no drops are sent there.</p>}
      </div>
      <div className="-mr-2">
        <FollowerMenu follower={follower} />
      </div>
    </li>
  )
}
