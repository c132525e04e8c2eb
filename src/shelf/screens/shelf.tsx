import { useQuery } from '@tanstack/react-query'
import { paths } from '../../contract/paths.shared.ts'
import { classes } from '../../ui/classes.ts'
import { query } from '../../ui/data/api.ts'
import { legibleOn } from '../../ui/theme/cover-backgrounds.ts'
import type { Spine } from '../shelf.schemas.ts'

export const shelfQuery = (username: string) =>
  query('GET /api/users/:username/shelf', { params: { username } })

/** A shelf of one drop would have nothing to compare it with. */
const minSpines = 2
/** The width of a spine that has room to grow, in rem. */
const maxWidth = 2.75
const captionId = 'shelf-caption'

/** A spine for each drop of the last year in the color of its number one; a longer row is scrolled, with the newest in view. */
export function Shelf({ username }: { username: string }) {
  const { data: spines } = useQuery(shelfQuery(username))
  if (!spines || spines.length < minSpines) return null
  return (
    <nav aria-labelledby={captionId}>
      {/* On a phone the wall and the rows need the height. */}
      <p id={captionId} className="mb-1 text-sm text-muted max-sm:hidden">
        Drops, newest last
      </p>
      {/* The direction makes the browser start at the newest drop, without a script. */}
      <div dir="rtl" className="fades-where-cut overflow-x-auto pt-1">
        <ol
          style={{ maxWidth: `${spines.length * maxWidth}rem` }}
          className="mr-auto flex min-w-max items-end gap-0.75"
        >
          {spines.toReversed().map((spine, index) => (
            <li key={spine.drop_number} className="min-w-[1.5rem] grow basis-0">
              <SpineLink username={username} spine={spine} isNewest={index === 0} />
            </li>
          ))}
        </ol>
      </div>
    </nav>
  )
}

type SpineLinkProps = { username: string; spine: Spine; isNewest: boolean }

const SpineLink = ({ username, spine, isNewest }: SpineLinkProps) => (
  <a
    href={paths.drop(username, spine.drop_number)}
    aria-label={`Drop #${spine.drop_number}: ${spine.title}`}
    title={spine.title}
    style={{ backgroundColor: `#${spine.color}`, color: legibleOn(spine.color) }}
    className={classes('spine', isNewest && 'spine-newest')}
  >
    {spine.drop_number}
  </a>
)
