import { isWords, readPaste } from '../../../../spotify/links/read-paste.shared.ts'
import { useDebounced } from '../../../../ui/search-field.tsx'
import { useSite } from '../../../../ui/site.tsx'
import { type List, planPaste } from './plan-paste.ts'
import { usePreviews } from './previews.ts'

/** What a text means for a list: words to search for, or links and the tracks that they lead to. */
export function usePaste(text: string, list: List) {
  const { searchesTracks } = useSite()
  const items = readPaste(text)
  const isSearch = searchesTracks && isWords(items)
  const previewOf = usePreviews(readPaste(useDebounced(text)))
  return { items, isSearch, previewOf, plan: planPaste(items, previewOf, list) }
}
