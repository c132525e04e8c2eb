import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../ui/api.ts'
import { toast } from '../../ui/toast.ts'
import { logout } from '../members.contract.ts'

const storedKeys = ['appState', 'dropButtonHidden', 'dropSuccessful']

/** Ends the session and leaves nothing of the member in this browser. */
export function useLogOut() {
  const client = useQueryClient()
  return async () => {
    try {
      await call(logout, {})
    } catch {
      void toast('Logout failed', {
        description: 'There was a problem logging out. Please try again.',
        kind: 'error',
      })
      return
    }
    for (const key of storedKeys) localStorage.removeItem(key)
    window.dispatchEvent(new Event('user-logout'))
    client.clear()
    // A whole new page, so that nothing stays in memory either.
    window.location.assign('/login')
  }
}
