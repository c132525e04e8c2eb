import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { useCall } from '../../../ui/data/use-call.ts'
import type { CurrentUser } from '../../members.schemas.ts'
import { currentUserQuery } from '../use-current-user.ts'

type Props = {
  user: CurrentUser
  /** On phones without what happens until then. */
  isBrief?: boolean
}

export function UnconfirmedEmail({ user, isBrief = false }: Props) {
  const client = useQueryClient()
  // The member may return from their mail after confirming it.
  useQuery({ ...currentUserQuery, refetchOnWindowFocus: user.email_confirmed ? false : 'always' })
  const sending = useCall('POST /api/email/resend', {
    // It may turn out that the address was confirmed elsewhere.
    onSuccess: () => client.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  })
  if (user.email_confirmed) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 text-sm">
      <p className={classes('min-w-0', isBrief && 'grow basis-0 wrap-anywhere')}>
        {user.email_unsent
          ? `Our mail to ${user.email} could not be delivered. Is the address right?`
          : `To confirm ${user.email}, open the link in our mail. If none has come after an hour, send it again.`}
        <span className={classes(isBrief && 'max-sm:hidden')}>
          {' '}
          Until then at most 3 drops reach you by mail.
        </span>
      </p>
      <Button
        variant={isBrief ? 'quiet' : 'secondary'}
        size="sm"
        pending={sending.isPending}
        onClick={() => sending.mutate({})}
      >
        Send again
      </Button>
      <p role="status" className="w-full font-medium empty:hidden">
        {sending.data?.message ?? sending.error?.message}
      </p>
    </div>
  )
}
