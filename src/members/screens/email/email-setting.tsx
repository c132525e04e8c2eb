import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide'
import { Badge } from '../../../ui/badge.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { CurrentUser } from '../../members.schemas.ts'
import { currentUserQuery } from '../use-current-user.ts'
import { ChangeEmail } from './change-email.tsx'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'

/** The account's address: read-only, because a new one has to be proven first. */
export function EmailSetting({ user }: { user: CurrentUser }) {
  const isConfirmed = user.email_confirmed
  // The member may return from their mail after confirming it.
  useQuery({ ...currentUserQuery, refetchOnWindowFocus: isConfirmed ? false : 'always' })
  return (
    <div className="grid grid-cols-1 gap-4">
      <TextField
        label="Email"
        type="email"
        value={user.email}
        readOnly
        autoComplete="email"
        hint="Your account email cannot be changed here: a new one is proven by mail first."
        aside={
          isConfirmed ? (
            <Badge tone="good" icon={<Icon shape={CircleCheck} size={14} />}>
              Confirmed
            </Badge>
          ) : (
            <Badge>Not confirmed</Badge>
          )
        }
      />
      <UnconfirmedEmail user={user} />
      <ChangeEmail />
    </div>
  )
}
