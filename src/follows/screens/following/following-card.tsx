import { Bell, BellOff, Mail, MailX, UserMinus } from 'lucide'
import { useState } from 'react'
import { paths } from '../../../contract/paths.shared.ts'
import { MemberMenu } from '../../../members/screens/member-menu.tsx'
import { PlayButton } from '../../../player/screens/play-button.tsx'
import { useSite } from '../../../site/site.tsx'
import { SevenCovers } from '../../../tracks/screens/seven-covers.tsx'
import { listName } from '../../../tracks/tracks.shared.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/routing/link.tsx'
import { formatDaysAgo, useFormatDate } from '../../../ui/text/dates.tsx'
import type { FollowedRow } from '../../follows.schemas.ts'
import { useFollowMail, useFollowPush } from '../follow/change-follow-choices.ts'
import { UnfollowDialog } from '../follow/unfollow-dialog.tsx'

export function FollowingCard({ followed }: { followed: FollowedRow }) {
  const formatDate = useFormatDate()
  const { username, avatar, followDate, lastDropDate, tracks, withoutMail, push } = followed
  const { now } = useSite()
  return (
    <li className="flex items-center gap-2.5 border-t border-line py-3 hover:bg-sunken sm:gap-5">
      <div className="w-24 shrink-0 max-[22.5rem]:hidden sm:w-43">
        {tracks.length > 0 && <SevenCovers tracks={tracks} layout="strip" />}
      </div>
      <div className="grid min-w-0 grow gap-0.5">
        <p className="flex items-center gap-2 leading-snug font-bold">
          <Avatar name={username} src={avatar} size="sm" className="max-sm:hidden" />
          <Link
            translate="no"
            href={paths.profile(username)}
            className="wrap-anywhere hover:underline"
          >
            {`@${username}`}
          </Link>
        </p>
        {lastDropDate && (
          <p className="text-sm">
            Last drop:{' '}
            <time dateTime={lastDropDate}>{formatDaysAgo(lastDropDate, now, formatDate)}</time>
          </p>
        )}
        <p className="text-xs text-muted">
          Followed on <time dateTime={followDate}>{formatDate(followDate)}</time>
        </p>
        {(withoutMail || push) && (
          <p className="mt-1 flex flex-wrap gap-1">
            {withoutMail && (
              <Badge icon={<Icon icon={MailX} size={14} />}>You follow without mail</Badge>
            )}
            {push && <Badge icon={<Icon icon={Bell} size={14} />}>Notifications on</Badge>}
          </p>
        )}
      </div>
      <div className="-mr-2.5 flex shrink-0 items-center">
        <PlayButton
          look="small"
          playlist={{
            name: listName(username, tracks.length),
            href: paths.profile(username),
            owner: username,
            tracks,
          }}
        />
        <FollowingMenu followed={followed} />
      </div>
    </li>
  )
}

function FollowingMenu({ followed }: { followed: FollowedRow }) {
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
            icon: <Icon icon={withoutMail ? Mail : MailX} size={18} />,
            onSelect: () => changeMail.mutate({ params, body: { mail: withoutMail } }),
          },
          {
            label: push ? 'Stop notifications' : 'Notify me of drops',
            icon: <Icon icon={push ? BellOff : Bell} size={18} />,
            onSelect: () => changePush.mutate({ params, body: { push: !push } }),
          },
          {
            label: 'Unfollow',
            icon: <Icon icon={UserMinus} size={18} />,
            variant: 'danger',
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
