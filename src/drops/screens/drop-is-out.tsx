import { useQuery } from '@tanstack/react-query'
import { paths } from '../../contract/paths.shared.ts'
import { ShareButton } from '../../share-cards/screens/share-button.tsx'
import { SevenCovers } from '../../tracks/screens/seven-covers.tsx'
import type { DisplayedTrack } from '../../tracks/tracks.schemas.ts'
import { query } from '../../ui/data/api.ts'
import { TextLink } from '../../ui/routing/link.tsx'
import { ReminderSwitch } from './reminder-switch.tsx'
import type { DropState } from './use-drops.ts'

const fewFollowed = 3
const followedQuery = query('GET /api/follows/following', {
  query: { search: '', sort: 'followDate', direction: 'desc', page: 1, pageSize: 1 },
})

type DropIsOutProps = {
  username: string
  drop: NonNullable<DropState['freshDrop']>
  /** Empty if the list has changed since. */
  tracks: DisplayedTrack[]
}

/** What to do on the day of a drop, when there is nothing to drop. */
export function DropIsOut({ username, drop: { number }, tracks }: DropIsOutProps) {
  const { data } = useQuery(followedQuery)
  const followed = data && 'total' in data ? data.total : fewFollowed
  return (
    <section aria-labelledby="drop-is-out" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {tracks.length > 0 && <SevenCovers tracks={tracks} layout="strip" className="w-53!" />}
        <div className="grid justify-items-start gap-2 max-sm:grow max-sm:basis-28">
          <h2 id="drop-is-out" className="font-bold">
            Drop #{number} is out.
          </h2>
          <ShareButton
            title={`Drop #${number} by @${username}`}
            path={paths.drop(username, number)}
            card={paths.dropCard(username, number, 'current.jpg')}
            heading={`Share drop #${number}`}
          />
        </div>
        {followed < fewFollowed && (
          <p className="max-sm:basis-full sm:mb-2.5 sm:self-end">
            <TextLink href={paths.charts}>Find people to follow</TextLink>
          </p>
        )}
      </div>
      <ReminderSwitch />
    </section>
  )
}
