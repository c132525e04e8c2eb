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
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
      <p className="min-w-0">
        Check your inbox to confirm {user.email}. Until then at most 3 drops reach you by mail.
      </p>
      <Button
        variant="secondary"
        size="sm"
        pending={sending.isPending}
        onClick={() => sending.mutate()}
      >
        Send again
      </Button>
      <p role="status" className="w-full font-medium empty:hidden">
        {sending.data?.message ?? sending.error?.message}
      </p>
    </div>
  )
}
