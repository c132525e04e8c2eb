import { useSite } from '../../../site/site.tsx'
import { errorMessage } from '../../../ui/data/api.ts'
import type { SaveFailure } from './save-edits.ts'

export function SaveFailures({
  failures,
  anySaved,
}: {
  failures: SaveFailure[]
  anySaved: boolean
}) {
  const { brand } = useSite()
  return (
    <div className="mb-4 grid gap-2 rounded-card border border-danger bg-danger-soft p-4">
      <p className="font-bold">
        {anySaved ? 'Some changes could not be saved' : 'Failed to save changes'}
      </p>
      <ul className="grid gap-1 text-sm">
        {failures.map((failure, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two songs can have one title, and each save makes a new list
          <li key={index}>
            <strong>
              {failureTitles[failure.step]}
              {failure.title && (
                <>
                  : <bdi translate="no">{failure.title}</bdi>
                </>
              )}
              .
            </strong>{' '}
            {failureMessage(failure)}
          </li>
        ))}
      </ul>
      <p className="text-sm">
        {anySaved
          ? `What went through is saved. The rest still stands below as unsaved changes of your ${brand}. Please check your tracks and try again.`
          : `Nothing was saved, and nothing is lost: your changes still stand below. Please try again later.`}
      </p>
    </div>
  )
}

export const failureTitles = {
  delete: 'Failed to delete track',
  add: 'Failed to add track',
  reorder: 'Failed to reorder tracks',
}
const fallbacks = {
  delete: 'An error occurred while deleting the track',
  add: 'An error occurred while adding the track',
  reorder: 'An error occurred while saving changes',
}

export const failureMessage = ({ step, reason }: SaveFailure) =>
  errorMessage(reason, fallbacks[step])
