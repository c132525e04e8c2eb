import { paths } from '../../contract/paths.shared.ts'
import { SevenCovers } from '../../tracks/screens/seven-covers.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Link } from '../../ui/routing/link.tsx'
import type { LinkedMember } from '../follows.schemas.ts'

/** Name, picture and the covers of the list. */
export function LinkedMemberCard({ member }: { member: LinkedMember }) {
  const { username, avatar, tracks } = member
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-lg font-bold wrap-anywhere">
        <Avatar name={username} src={avatar} />
        <Link
          translate="no"
          href={paths.profile(username)}
          className="underline-offset-4 hover:underline"
        >
          {`@${username}`}
        </Link>
      </p>
      {tracks.length > 0 && <SevenCovers tracks={tracks} layout="strip" />}
    </div>
  )
}
