import { paths } from '../contract/paths.shared.ts'
import { avatarPath, findMemberByName } from '../members/members.queries.ts'
import { notFound } from '../platform/errors.ts'
import type { CardKind } from '../share-cards/serve-cards.ts'
import {
  type CardChart,
  type CardYear,
  type CardYears,
  chartSize,
  listCard,
  readableAddress,
  yearsSize,
} from '../share-cards/share-card.ts'
import { minPictureDrops } from '../shelf/shelf.shared.ts'
import { trackTitle } from '../spotify/track-title.shared.ts'
import {
  type DrawnRank,
  findDrawnRanks,
  findPosterFacts,
  type PosterYear,
} from './history-poster.queries.ts'
import { linesOf, type Point } from './screens/rank-history/bump-lines.ts'

/** More drops would be a hatch of thin lines: they are drawn in a row for each year. */
const maxInOneChart = 20
/** Rows of more years would have no room for lines: older ones are left out. */
const maxYears = 12

type Content = {
  memberId: number
  username: string
  avatar: string | null
  newest: number
  drops: number
  years: PosterYear[]
  tracks: { spotify_track_id: string; title: string | null; artist: string | null }[]
}

/** Posters of how a member's tracks moved over all drops, from three drops on. */
export const historyPosters: CardKind<Content> = {
  route: paths.historyPoster(':username', ':file'),
  // The lines of a poster are read from up to 520 drops. `costs` (`work-budget.ts`) has the unit: a page costs 5.
  drawingCost: 95,
  async find(db, { username = '' }) {
    const member = await findMemberByName(db, username)
    const { years, tracks } = await findPosterFacts(db, member.id)
    const drops = years.reduce((sum, year) => sum + year.drops, 0)
    if (drops < minPictureDrops) throw notFound('This poster')
    return {
      memberId: member.id,
      username: member.username,
      avatar: avatarPath(member.avatar),
      newest: Math.max(...years.map(({ newest }) => newest)),
      drops,
      years,
      tracks,
    }
  },
  path: ({ username }, file) => paths.historyPoster(username, file),
  /**
   * Leaves the lines out: it runs at each request, because the hash of its result is the file name. `addDrawing` makes
   * the chart again with lines, only for a picture that is not cached.
   */
  compose({ username, avatar, newest, drops, years, tracks }, { brand, publicUrl }) {
    const [first, last] = [years[0]?.year, years.at(-1)?.year]
    const card = listCard({
      brand,
      address: readableAddress(publicUrl, paths.drops(username)),
      title: `@${username}`,
      details: [`${drops} drops · ${first === last ? first : `${first} – ${last}`}`],
      note: null,
      username,
      avatar,
      tracks,
    })
    const chart =
      drops > maxInOneChart
        ? { newest, rows: rowsOf(years) }
        : { newest, drops, lines: [], years: [] }
    return { ...card, chart }
  },
  async addDrawing(db, { memberId, newest, drops, years, tracks }, card) {
    const ranks = await findDrawnRanks(db, memberId, newest)
    const chart =
      drops > maxInOneChart
        ? { newest, rows: withLines(rowsOf(years), years, ranks) }
        : { newest, ...chartOf(ranks, tracks) }
    return { ...card, chart }
  },
}

/** Later lines are drawn over earlier ones, number one last. */
function chartOf(ranks: DrawnRank[], newestList: Content['tracks']): Omit<CardChart, 'newest'> {
  const { width, height, ranks: rows, margin } = chartSize
  const drops = dropsOf(ranks)
  const scale = {
    width,
    height,
    x: (drop: number) => Math.round(margin + (drop * (width - 2 * margin)) / (drops.length - 1)),
    y: (rank: number) => Math.round(((rank - 0.5) * height) / rows),
  }
  const newestRank = new Map(newestList.map(({ spotify_track_id }, n) => [spotify_track_id, n + 1]))
  const lines = pointsOf(ranks, drops)
    .entries()
    .map(([id, points]) => ({
      path: linesOf(points, scale).line,
      rank: newestRank.get(id) ?? null,
    }))
  const years = drops.flatMap(({ year }, index) =>
    drops[index - 1]?.year === year ? [] : [{ x: scale.x(index), year }],
  )
  return {
    drops: drops.length,
    lines: [...lines].sort((a, b) => (b.rank ?? 99) - (a.rank ?? 99)),
    years: years.filter(({ x }, index) => hasRoom(x, years[index + 1]?.x)),
  }
}

const hasRoom = (x: number, next = Number.POSITIVE_INFINITY) => next - x >= 90

function rowsOf(years: PosterYear[]): CardYears['rows'] {
  const shown = years.slice(-maxYears)
  const height = Math.min(400, Math.floor(yearsSize.height / shown.length) - yearsSize.label)
  return shown.map(({ year, numberOne }) => ({
    year,
    numberOne: numberOne ? trackTitle(numberOne) : '',
    height,
    lines: [],
  }))
}

/** A drop is at its day of the year, so that the rows can be compared. */
function withLines(rows: CardYear[], years: PosterYear[], ranks: DrawnRank[]): CardYear[] {
  const numberOnes = new Map(years.map(({ year, numberOne }) => [year, numberOne]))
  const ranksOf = Map.groupBy(ranks, yearOf)
  return rows.map(row => {
    const ofYear = ranksOf.get(row.year) ?? []
    const drops = dropsOf(ofYear)
    const scale = {
      width: yearsSize.width,
      height: row.height,
      x: (index: number) => xOf(drops[index]?.created_at ?? new Date(0), row.year),
      y: (rank: number) => Math.round(((rank - 0.5) * row.height) / chartSize.ranks),
    }
    const lines = [...pointsOf(ofYear, drops)].map(([id, points]) => ({
      path: linesOf(points, scale).line,
      isNumberOne: id === numberOnes.get(row.year)?.spotify_track_id,
    }))
    return {
      ...row,
      lines: lines.filter(isVisible).sort((a, b) => Number(a.isNumberOne) - Number(b.isNumberOne)),
    }
  })
}

/** A track that was on no two drops in a row has points alone. */
const isVisible = ({ path }: { path: string }) => path.includes('C')

type DrawnDrop = { drop_number: number; created_at: Date; year: number }

/** The drops of ranks, oldest first. */
function dropsOf(ranks: DrawnRank[]): DrawnDrop[] {
  const drops = new Map<number, DrawnDrop>()
  for (const { drop_number, created_at } of ranks)
    if (!drops.has(drop_number))
      drops.set(drop_number, { drop_number, created_at, year: yearOf({ created_at }) })
  return [...drops.values()]
}

/** The points of each track, by its id. */
function pointsOf(ranks: DrawnRank[], drops: DrawnDrop[]): Map<string, Point[]> {
  const places = new Map(drops.map(({ drop_number }, place) => [drop_number, place]))
  const byTrack = Map.groupBy(ranks, ({ spotify_track_id }) => spotify_track_id)
  const toPoint = ({ drop_number, rank }: DrawnRank) => ({
    drop: places.get(drop_number) ?? 0,
    rank,
  })
  return new Map([...byTrack].map(([id, ofTrack]) => [id, ofTrack.map(toPoint)]))
}

const yearOf = ({ created_at }: { created_at: Date }) => created_at.getUTCFullYear()

function xOf(createdAt: Date, year: number): number {
  const [start, end] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)]
  const { margin } = chartSize
  const share = (createdAt.getTime() - start) / (end - start)
  return Math.round(margin + share * (yearsSize.width - 2 * margin))
}
