import { useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '../members.contract.ts'
import { currentUserQuery } from './use-current-user.ts'

/** Takes over what the server answers about oneself; everything else that shows a name or picture is asked for anew when needed. */
export function useKeepUser() {
  const client = useQueryClient()
  return (user: CurrentUser) => {
    void client.invalidateQueries({ refetchType: 'none' })
    client.setQueryData(currentUserQuery.queryKey, user)
  }
}
