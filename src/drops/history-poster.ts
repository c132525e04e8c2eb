import { paths } from '../contract/paths.shared.ts'
import { avatarAddress, findMemberByName } from '../members/members.queries.ts'
import { notFound } from '../platform/errors.ts'
import type { CardKind } from '../share-cards/serve-cards.ts'
import {
  type CardChart,
  type CardYear,
  chartSize,
  listCard,
  readableAddress,
  yearsSize,
} from '../share-cards/share-card.ts'
import { trackTitle } from '../tracks/screens/track-title.ts'
import type { RankedTrack, RankHistory } from './drops.schemas.ts'
import { minPosterDrops } from './drops.shared.ts'
import { findRankHistory } from './rank-history.queries.ts'
import { linesOf } from './screens/rank-history/bump-lines.ts'

const maxDrops = 520
/** More would be a hatch of thin lines: they are drawn in a row for each year. */
const maxInOneChart = 20

type Content = RankHistory & { username: string; avatar: string | null }

/** Posters of how a member's tracks moved over all drops, from three drops on. */
export const historyPosters: CardKind<Content> = {
  route: paths.historyPoster(':username', ':file'),
  // It reads up to 520 drops.
  cost: 95,
  async find(db, { username = '' }) {
    const member = await findMemberByName(db, username)
    const history = await findRankHistory(db, member.id, undefined, maxDrops)
    if (history.drops.length < minPosterDrops) throw notFound('This poster')
    return { ...history, username: member.username, avatar: avatarAddress(member.avatar) }
  },
  path: ({ username }, file) => paths.historyPoster(username, file),
  compose({ username, avatar, drops, tracks }, { brand, publicUrl }) {
    const years = [...new Set(drops.map(yearOf))]
    const span = years.length > 1 ? `${years[0]} – ${years.at(-1)}` : String(years[0])
    const card = listCard({
      brand,
      address: readableAddress(publicUrl, paths.drops(username)),
      title: `@${username}`,
      details: [`${drops.length} drops · ${span}`],
      note: null,
      username,
      avatar,
      tracks: tracks
        .filter(track => track.newest_rank !== null)
        .toSorted((a, b) => (a.newest_rank ?? 0) - (b.newest_rank ?? 0)),
    })
    return {
      ...card,
      chart: drops.length > maxInOneChart ? yearsOf(drops, tracks) : chartOf(drops, tracks),
    }
  },
}

const yearOf = ({ created_at }: { created_at: string }) => new Date(created_at).getUTCFullYear()

/** Later lines are drawn over earlier ones, number one last. */
function chartOf(drops: RankHistory['drops'], tracks: RankedTrack[]): CardChart {
  const { width, height, ranks, margin } = chartSize
  const scale = {
    width,
    height,
    x: (drop: number) => Math.round(margin + (drop * (width - 2 * margin)) / (drops.length - 1)),
    y: (rank: number) => Math.round(((rank - 0.5) * height) / ranks),
  }
  const lines = tracks
    .toSorted((a, b) => (b.newest_rank ?? 99) - (a.newest_rank ?? 99))
    .map(track => ({ path: linesOf(track.ranks, scale).line, rank: track.newest_rank }))
  const years = drops.flatMap((drop, index) => {
    const previous = drops[index - 1]
    const year = yearOf(drop)
    return previous && yearOf(previous) === year ? [] : [{ x: scale.x(index), year }]
  })
  return {
    drops: drops.length,
    lines,
    years: years.filter(({ x }, index) => hasRoom(x, years[index + 1]?.x)),
  }
}

const hasRoom = (x: number, next = Number.POSITIVE_INFINITY) => next - x >= 90

/** Oldest first. A drop is at its day of the year, so that the rows can be compared. */
function yearsOf(drops: RankHistory['drops'], tracks: RankedTrack[]): CardYear[] {
  const byYear = Object.entries(
    Object.groupBy(drops.keys().toArray(), index => yearOf(drops[index] as Drop)),
  )
  const { width, height: all, label } = yearsSize
  const height = Math.min(400, Math.floor(all / byYear.length) - label)
  return byYear.map(([year, indexes = []]) => {
    const scale = {
      width,
      height,
      x: (index: number) => xOf(drops[indexes[index] ?? 0] as Drop, Number(year)),
      y: (rank: number) => Math.round(((rank - 0.5) * height) / chartSize.ranks),
    }
    const ranked = tracks.map(track => ({
      track,
      ranks: indexes.map(index => track.ranks[index] ?? null),
    }))
    const weeksAtOne = (ranks: (number | null)[]) => ranks.filter(rank => rank === 1).length
    const [first] = ranked.toSorted((a, b) => weeksAtOne(b.ranks) - weeksAtOne(a.ranks))
    const lines = ranked
      .filter(({ ranks }) => ranks.some(rank => rank !== null))
      .map(each => ({ path: linesOf(each.ranks, scale).line, isNumberOne: each === first }))
    return {
      year: Number(year),
      numberOne: first ? trackTitle(first.track) : '',
      height,
      lines: lines.toSorted((a, b) => Number(a.isNumberOne) - Number(b.isNumberOne)),
    }
  })
}

type Drop = RankHistory['drops'][number]

function xOf({ created_at }: Drop, year: number): number {
  const [start, end] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)]
  const { margin } = chartSize
  const share = (Date.parse(created_at) - start) / (end - start)
  return Math.round(margin + share * (yearsSize.width - 2 * margin))
}
