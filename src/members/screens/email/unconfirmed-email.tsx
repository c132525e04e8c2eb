import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiError, call } from '../../../ui/api.ts'
import { Button } from '../../../ui/button.tsx'
import type { CurrentUser } from '../../members.schemas.ts'
import { currentUserQuery } from '../use-current-user.ts'

/** Why mail to a member will end and how to go on getting it; nothing once the address is confirmed. */
export function UnconfirmedEmail({ user }: { user: CurrentUser }) {
  const client = useQueryClient()
  const sending = useMutation<{ message: string }, ApiError>({
    mutationFn: () => call('POST /api/email/resend', {}),
    // It may turn out that the address was confirmed elsewhere.
    onSuccess: () => client.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  })
  if (user.email_confirmed) return null
  return (
    <div className="grid gap-3 rounded-control border border-line-strong border-dashed p-4">
      <p className="text-sm">
        A link to confirm {user.email} waits in your inbox. Until you open it, at most 3 drops reach
        you by mail.
      </p>
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        pending={sending.isPending}
        onClick={() => sending.mutate()}
      >
        Send again
      </Button>
      <p role="status" className="text-sm font-medium empty:hidden">
        {sending.data?.message ?? sending.error?.message}
      </p>
    </div>
  )
}
