import { useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import { Badge } from '../../ui/badge.tsx'
import { TextField } from '../../ui/field.tsx'
import type { CurrentUser } from '../members.contract.ts'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'
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
      <UnconfirmedEmail user={user} />
    </div>
  )
}
