import { FoundMembers } from '../../discovery/screens/found-members.tsx'
import { EmptyState } from '../../site/empty-state.tsx'
import { textIn, useSearchState } from '../../ui/data/use-search-state.ts'
import { SearchField, useSearchField } from '../../ui/forms/search-field.tsx'

/** The search for members is here, too, because visitors have no page of people. */
export function FindMembers() {
  const [{ find }, change] = useSearchState(query => ({ find: textIn(query, 'find') }))
  const { text, field } = useSearchField(find, text => change({ find: text }))
  return (
    <section aria-labelledby="find-members" className="grid grid-cols-1 gap-3">
      <h2 id="find-members" className="text-heading font-bold">
        Find members
      </h2>
      <SearchField label="Find members" maxLength={30} {...field} />
      {text && (
        <FoundMembers search={text} empty={<EmptyState title={`Nobody is called “${text}”`} />} />
      )}
    </section>
  )
}
