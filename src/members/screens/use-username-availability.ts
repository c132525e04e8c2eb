import { useQuery } from '@tanstack/react-query'
import { usernamePattern } from '../../contract/paths.shared.ts'
import { ask } from '../../ui/data/api.ts'
import { useDebounced } from '../../ui/forms/search-field.tsx'

type Availability = {
  status: keyof typeof availabilityTexts
  message?: string
}

/** Texts beside the field; why a name is taken is its error. */
export const availabilityTexts = {
  unchecked: '',
  checking: 'Checking…',
  available: 'This username is available',
  taken: '',
  error: 'Error checking username availability',
}

const takenMessage = 'This username is already taken'
const debounceMs = 500

/** Asks the server whether a username can be taken, half a second after the last change; never for the member's own. */
export function useUsernameAvailability(username: string, ownUsername = ''): Availability {
  const isSettled = useDebounced(username, debounceMs) === username
  // The form has its own messages for other names.
  const isChecked = usernamePattern.test(username) && username !== ownUsername
  const { data, isError } = useQuery({
    queryKey: ['username availability', username],
    queryFn: ({ signal }) => ask('POST /api/username-available', { body: { username } }, signal),
    enabled: isChecked && isSettled,
    // Asked again when the name is typed again.
    gcTime: 0,
    // Offline it fails at once instead of waiting for the network.
    networkMode: 'always',
  })
  if (!isChecked) return { status: 'unchecked' }
  if (isError) return { status: 'error' }
  if (!data) return { status: 'checking' }
  if (data.available) return { status: 'available' }
  return { status: 'taken', message: data.message ?? takenMessage }
}
