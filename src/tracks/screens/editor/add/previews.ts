import { type QueryClient, useQueries } from '@tanstack/react-query'
import { useSite } from '../../../../site/site.tsx'
import { isWords, type PastedItem, readPaste } from '../../../../spotify/links/read-paste.shared.ts'
import { type ApiError, errorMessage, failureCode, query } from '../../../../ui/data/api.ts'
import { useDebounced } from '../../../../ui/forms/search-field.tsx'
import type { TrackPreview } from '../../../tracks.schemas.ts'
import { maxTracks } from '../../../tracks.shared.ts'
import type { NewTrack } from '../local-edits.ts'
import { type Found, type List, planPaste } from './plan-paste.ts'

/** Links of one paste that are looked up: some of them may be on the list already, or refused. */
const maxPreviews = 2 * maxTracks
const waitMs = 8_000

/** What a text means for a list: words to search for, or links and the tracks that they lead to. */
export function usePaste(text: string, list: List) {
  const { searchesTracks } = useSite()
  const items = readPaste(text)
  const isSearch = searchesTracks && isWords(items)
  const previewOf = usePreviews(readPaste(useDebounced(text)))
  return { items, isSearch, previewOf, plan: planPaste(items, previewOf, list) }
}

function usePreviews(items: PastedItem[]): (item: PastedItem) => Found {
  const links = linksOf(items)
  const results = useQueries({ queries: links.map(previewQuery) })
  return item => {
    const result = item.kind === 'unusable' ? undefined : results[links.indexOf(item.link)]
    if (!result || result.isPending) return { state: 'looking' }
    return foundOf(item, result)
  }
}

export async function settlePreviews(client: QueryClient, items: PastedItem[]) {
  const links = linksOf(items)
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, waitMs)
  const results = new Map<string, { data?: TrackPreview; error?: ApiError | null }>()
  const lookUps = links.map(link =>
    client.fetchQuery(previewQuery(link)).then(
      data => results.set(link, { data }),
      (error: ApiError) => results.set(link, { error }),
    ),
  )
  await Promise.race([Promise.all(lookUps), late.promise])
  clearTimeout(timer)
  return (item: PastedItem) =>
    foundOf(item, (item.kind !== 'unusable' && results.get(item.link)) || { error: null })
}

const linksOf = (items: PastedItem[]) =>
  [...new Set(items.flatMap(item => (item.kind === 'unusable' ? [] : [item.link])))].slice(
    0,
    maxPreviews,
  )

const previewQuery = (link: string) => query('GET /api/track-preview', { query: { link } })

/** An error of null stands for no response. */
type Result = { data?: TrackPreview | undefined; error?: ApiError | null }

function foundOf(item: PastedItem, { data, error = null }: Result): Found {
  if (data) return { state: 'found', track: data }
  if (item.kind === 'track' && failureCode(error) !== 'unknown_track')
    return { state: 'found', track: withoutDetails(item.trackId) }
  return {
    state: 'refused',
    reason: errorMessage(
      error,
      'This short link could not be opened. Open it yourself and copy the track’s own link.',
    ),
  }
}

const withoutDetails = (id: string): NewTrack => ({
  spotify_track_id: id,
  title: null,
  artist: null,
  artwork: null,
})
