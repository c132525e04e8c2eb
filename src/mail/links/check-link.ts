import { Failure } from '../../platform/errors.ts'

/** Tells the page that a link opens what the link is about, or why it does not work. */
export async function checkLink<Found extends object>(
  found: Promise<Found>,
): Promise<(Found & { problem: null }) | { problem: string }> {
  try {
    return { problem: null, ...(await found) }
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid_token')
      return { problem: error.message }
    throw error
  }
}
