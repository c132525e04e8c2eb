import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import { type ApiError, call } from '../../ui/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { type CurrentUser, resendEmailConfirmation } from '../members.contract.ts'
import { currentUserQuery } from './use-current-user.ts'

/** The account's address: not to be changed, but to be proven. */
export function EmailSetting({ user }: { user: CurrentUser }) {
  const isProven = user.email_confirmed
  // Who comes back from their mail has perhaps just proven it.
  useQuery({ ...currentUserQuery, refetchOnWindowFocus: isProven ? false : 'always' })
  return (
    <div className="grid grid-cols-1 gap-4">
      <TextField
        label="Email"
        type="email"
        value={user.email}
        readOnly
        autoComplete="email"
        hint="Your account email cannot be changed"
        aside={
          isProven ? (
            <Badge tone="good" icon={<CircleCheck size={14} aria-hidden="true" />}>
              Confirmed
            </Badge>
          ) : (
            <Badge>Not confirmed</Badge>
          )
        }
      />
      {!isProven && <Proof />}
    </div>
  )
}

function Proof() {
  const client = useQueryClient()
  const sending = useMutation<{ message: string }, ApiError>({
    mutationFn: () => call(resendEmailConfirmation, {}),
    // It may turn out that there was no need.
    onSuccess: () => client.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  })
  return (
    <div className="grid gap-3 rounded-control border border-line-strong border-dashed p-4">
      <p className="text-sm">
        A link to confirm this address waits in your inbox. Until you open it, at most 3 drops reach
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
