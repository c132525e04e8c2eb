import { yourSevenPath } from '../../members/screens/sign-in/login-tabs.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { Link } from '../../ui/link.tsx'
import { useSite } from '../../ui/site.tsx'
import { SevenCovers } from './seven-covers.tsx'

/** Asks a visitor who has seen somebody's list for one of their own. */
export function AskBack({ username }: { username: string }) {
  const { registration } = useSite()
  if (useCurrentUser() || registration === 'closed') return null
  return (
    <div className="pt-4 pb-2 text-ink">
      <Link href={yourSevenPath} className="grid max-w-xl grid-cols-1 gap-4 rounded-art">
        <h2 className="font-display text-title font-black wrap-anywhere">
          {username}’s seven. <span className="block">What are yours?</span>
        </h2>
        <SevenCovers tracks={[]} shape="strip" hasPlaces />
      </Link>
    </div>
  )
}
