import { Eye, EyeOff } from 'lucide'
import { MemberMenu } from '../../members/screens/member-menu.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { formatDate, pluralize } from '../../ui/text/format.ts'
import type { AdminRow } from '../admin.schemas.ts'

export function MemberCard({ member, onModerate }: { member: AdminRow; onModerate: () => void }) {
  const { username, avatar, followerCount, dropCount, lastDropDate, created_at } = member
  const isHidden = member.hiddenReason !== null
  return (
    <li className="flex items-center gap-3 border-t border-line py-3">
      <Avatar name={username} src={avatar} />
      <div className="@container min-w-0 grow">
        <p translate="no" className="leading-snug font-bold">{`@${username}`}</p>
        <p className="text-sm text-muted">
          Created on{' '}
          <time dateTime={created_at} className="whitespace-nowrap">
            {formatDate(created_at)}
          </time>
        </p>
        {isHidden && (
          <p className="mt-1 text-sm break-words whitespace-pre-line">{member.hiddenReason}</p>
        )}
        <div className="mt-1.5 flex flex-wrap gap-1.5">
          {isHidden && (
            <Badge variant="danger" icon={<Icon icon={EyeOff} size={14} />}>
              Hidden
            </Badge>
          )}
          <Badge>{pluralize(followerCount, 'follower')}</Badge>
          <Badge>{pluralize(dropCount, 'drop')}</Badge>
          {lastDropDate && <Badge>Last drop: {formatDate(lastDropDate)}</Badge>}
        </div>
      </div>
      <MemberMenu
        username={username}
        items={[
          {
            label: isHidden ? 'Show again…' : 'Hide…',
            icon: <Icon icon={isHidden ? Eye : EyeOff} size={18} />,
            onSelect: onModerate,
          },
        ]}
      />
    </li>
  )
}
