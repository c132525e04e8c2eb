import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../ui/data/api.ts'
import type { SaveFailure } from './save-edits.ts'
import { saveToast } from './save-toast.ts'

const failure = (step: SaveFailure['step'], message = ''): SaveFailure => ({
  step,
  title: null,
  reason: new ApiError(message),
})

describe('The toast after a save', () => {
  test.each([
    ['add', 'Failed to add track', 'An error occurred while adding the track'],
    ['delete', 'Failed to delete track', 'An error occurred while deleting the track'],
    ['reorder', 'Failed to reorder tracks', 'An error occurred while saving changes'],
  ] as const)('names the one step that failed: %s', (step, title, description) => {
    const said = (reason?: string) =>
      saveToast('Radr', { failures: [failure(step, reason)], changed: false }, true)
    expect(said()).toEqual([title, { description, kind: 'error' }])
    expect(said('As the server says')[1]?.description).toBe('As the server says')
  })

  test('says whether some or all changes failed', () => {
    const failures = [failure('add'), failure('delete')]
    expect(saveToast('Radr', { failures, changed: true }, true)).toEqual([
      'Some changes could not be saved',
      { description: 'Please check your tracks and try again', kind: 'error' },
    ])
    expect(saveToast('Radr', { failures, changed: false }, true)).toEqual([
      'Failed to save changes',
      { description: 'Please try again later', kind: 'error' },
    ])
  })

  test('says that everything was saved, also when the list could not be loaded again', () => {
    const saved = { failures: [], changed: true }
    expect(saveToast('Radr', saved, true)).toEqual([
      'Changes saved',
      { description: 'Your Radr has been updated successfully', kind: 'success' },
    ])
    expect(saveToast('Radr', saved, false)[0]).toBe("Changes saved, but couldn't refresh view")
  })
})
