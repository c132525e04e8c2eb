import { useSite } from '../../site/site.tsx'
import { howToPasteLink } from '../../spotify/page-links.shared.ts'

/** The description of the field, until there is something else to say. */
export function Pitch() {
  const { brand, searchesTracks } = useSite()
  return (
    <p className="max-w-lg text-muted lg:row-start-2">
      {searchesTracks ? 'Type them, or paste links.' : howToPasteLink} {brand} keeps them in order,
      and once a week your followers get them by email.
    </p>
  )
}
