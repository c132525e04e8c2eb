import { yourSevenPath } from '../../members/screens/sign-in/login-tabs.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { useSite } from '../../site/site.tsx'
import { Link } from '../../ui/routing/link.tsx'
import { maxTracks, sizeWord } from '../tracks.shared.ts'
import { SevenCovers } from './seven-covers.tsx'

/** Asks a visitor who has seen somebody's list for one of their own. */
export function CallToAction({ username, count }: { username: string; count: number }) {
  const { registration } = useSite()
  if (useCurrentUser() || registration === 'closed') return null
  return (
    <div className="pt-4 pb-2 text-ink">
      <Link
        href={yourSevenPath}
        className="grid grid-cols-1 items-center gap-x-10 gap-y-4 rounded-art sm:grid-cols-2"
      >
        <p className="font-display text-title font-black wrap-anywhere">
          {`${username}’s ${sizeWord(count)}. `}
          <span className="block">
            {count === maxTracks ? 'What are yours?' : 'What are your seven?'}
          </span>
        </p>
        <SevenCovers tracks={[]} layout="strip" hasPlaces />
      </Link>
    </div>
  )
}
