import type { ReactNode } from 'react'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { playOrStop } from '../../player/screens/now-playing.ts'
import { CoverColors } from '../../site/cover-colors.tsx'
import { Page } from '../../site/page.tsx'
import { FromSpotify } from '../../spotify/screens/from-spotify.tsx'
import { trackColor } from '../generated-cover.shared.ts'
import { PlayBar } from './play-bar.tsx'
import { SevenCovers } from './seven-covers.tsx'
import { type ShownList, TrackList } from './track-list.tsx'

type ListPageProps = {
  list: ShownList
  /** Who and, large, what they say: above the covers on phones, beside them on wide screens. */
  children: ReactNode
  underWall?: ReactNode
  /** Shown below the last row. */
  afterRows?: ReactNode
  end?: ReactNode
  /** Shown beside Play at the lower edge of a phone. */
  follow?: ReactNode
}

/** A list or a drop in the colors of its number one: the covers as a wall, and a row for each track. */
export function ListPage({ list, children, underWall, afterRows, end, follow }: ListPageProps) {
  const { tracks } = list
  const isDev = useCurrentUser()?.is_dev_user
  const [first] = tracks
  const color = first ? trackColor(first) : null
  return (
    <Page width={tracks.length <= 4 ? 'list' : 'wide'} className="py-3! sm:py-8!">
      {color && <CoverColors color={color} />}
      <div className="grid grid-cols-12 gap-x-6 sm:grid-rows-[auto_1fr] lg:gap-x-10">
        <div className="col-span-full mb-4 grid content-start gap-3 sm:col-span-6 sm:col-start-7 sm:gap-5">
          {children}
        </div>
        <div className="col-span-full mb-4 grid grid-cols-1 content-start gap-3 self-start sm:sticky sm:top-6 sm:col-span-6 sm:col-start-1 sm:row-span-2 sm:row-start-1 sm:mb-6">
          <SevenCovers
            tracks={tracks}
            layout="wall"
            hasPriority
            sizes="(min-width: 40rem) 23rem, 66vw"
            {...(!isDev && {
              // The page gets the focus when the player closes, because the covers take none.
              onPlay: (index, covers) => playOrStop(list, index, covers.closest('main') ?? covers),
            })}
          />
          {underWall}
        </div>
        <div className="col-span-full sm:col-span-6 sm:col-start-7 sm:mb-4">
          <TrackList list={list} />
          {afterRows}
        </div>
        <div className="col-span-full grid gap-4 border-t border-line pt-3 text-sm text-muted">
          {end}
          <FromSpotify />
        </div>
      </div>
      <PlayBar list={list}>{follow}</PlayBar>
    </Page>
  )
}
