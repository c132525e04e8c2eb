import { CircleCheck } from 'lucide'
import { Badge } from '../../../ui/badge.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { CurrentUser } from '../../members.schemas.ts'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'

export function EmailSetting({ user }: { user: CurrentUser }) {
  const isConfirmed = user.email_confirmed
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
          isConfirmed ? (
            <Badge variant="good" icon={<Icon icon={CircleCheck} size={14} />}>
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
