import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { useCall } from '../../../ui/data/use-call.ts'
import type { CurrentUser } from '../../members.schemas.ts'
import { currentUserQuery } from '../use-current-user.ts'

type Props = {
  user: CurrentUser
  /** Leaves out what happens until the email is confirmed. */
  isCompact?: boolean
}

export function UnconfirmedEmail({ user, isCompact = false }: Props) {
  const client = useQueryClient()
  // The member may return from their mail after confirming it.
  useQuery({ ...currentUserQuery, refetchOnWindowFocus: user.email_confirmed ? false : 'always' })
  const sending = useCall('POST /api/email/resend', {
    // The email may have been confirmed elsewhere.
    onSuccess: () => client.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  })
  if (user.email_confirmed) return null
  return (
    <div className="grid text-sm">
      <p>
        <span className="wrap-anywhere">
          {user.email_unsent
            ? `Our mail to ${user.email} could not be delivered. Is the address right? `
            : `Confirm ${user.email} to get drops by email. `}
        </span>
        {!isCompact &&
          'Open the link in our mail; it may take up to an hour. Until then at most 3 drops reach you by mail. '}
        <Button
          variant="quiet"
          size="sm"
          className="-my-3 px-0! underline decoration-line-strong underline-offset-4"
          pending={sending.isPending}
          onClick={() => sending.mutate({})}
        >
          Send the mail again
        </Button>
      </p>
      <p role="status" className="font-medium empty:hidden">
        {sending.data?.message ?? sending.error?.message}
      </p>
    </div>
  )
}
