import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { formatDate, pluralize } from '../../ui/format.ts'
import { MemberMenu } from '../../ui/menu.tsx'
import { Card } from '../../ui/page.tsx'
import type { AdminRow } from '../admin.contract.ts'

export function MemberCard({ member }: { member: AdminRow }) {
  const { username, avatar, followerCount, dropCount, lastDropDate, created_at } = member
  return (
    <Card as="li" className="flex min-h-30 items-center gap-3">
      <Avatar name={username} src={avatar} />
      <div className="min-w-0 grow">
        <p className="leading-snug font-bold">@{username}</p>
        <p className="text-sm text-muted">
          Created on{' '}
          <time dateTime={created_at} className="whitespace-nowrap">
            {formatDate(created_at)}
          </time>
        </p>
        <div className="mt-1.5 flex flex-wrap gap-1.5">
          <Badge>{pluralize(followerCount, 'follower')}</Badge>
          <Badge>{pluralize(dropCount, 'drop')}</Badge>
          {lastDropDate && <Badge tone="accent">Last drop: {formatDate(lastDropDate)}</Badge>}
        </div>
      </div>
      <MemberMenu username={username} />
    </Card>
  )
}
