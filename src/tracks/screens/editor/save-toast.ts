import type { toast } from '../../../ui/overlays/toast.ts'
import type { SaveOutcome } from './save-edits.ts'
import { failureMessage, failureTitles } from './save-failures.tsx'

/** What to tell after a save; `refreshed` is whether the list could be loaded again. */
export function saveToast(
  brand: string,
  { failures, changed }: Pick<SaveOutcome, 'failures' | 'changed'>,
  refreshed: boolean,
): Parameters<typeof toast> {
  const [first] = failures
  if (first && changed)
    return [
      'Some changes could not be saved',
      { description: 'Please check your tracks and try again', kind: 'error' },
    ]
  if (first && failures.length === 1)
    return [failureTitles[first.step], { description: failureMessage(first), kind: 'error' }]
  if (first)
    return ['Failed to save changes', { description: 'Please try again later', kind: 'error' }]
  if (!refreshed)
    return ["Changes saved, but couldn't refresh view", { description: 'Please refresh the page' }]
  return [
    'Changes saved',
    { description: `Your ${brand} has been updated successfully`, kind: 'success' },
  ]
}
