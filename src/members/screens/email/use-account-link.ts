import { useQueryClient } from '@tanstack/react-query'
import { useConfirmLink } from '../confirm-link-page.tsx'
import { currentUserQuery, useCurrentUser } from '../use-current-user.ts'

export function useAccountLink(send: (token: string) => Promise<{ username: string }>) {
  const client = useQueryClient()
  const isMember = useCurrentUser() !== null
  const link = useConfirmLink(async token => {
    const response = await send(token)
    // The link may also have ended the session.
    if (isMember) void client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    return response
  })
  return { link, isMember }
}
