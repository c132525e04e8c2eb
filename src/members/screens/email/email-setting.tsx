import { CircleCheck } from 'lucide'
import { useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { DialogButton } from '../../../ui/dialog-button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { CurrentUser } from '../../members.schemas.ts'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
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
        hint="Your account email cannot be changed here: a new one is confirmed by mail first."
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

function ChangeEmail() {
  const [message, setMessage] = useState('')
  return (
    <div className="grid gap-2">
      <DialogButton
        variant="secondary"
        className="max-sm:w-full sm:justify-self-start"
        dialog={close => <ChangeEmailDialog onClose={close} onSent={setMessage} />}
      >
        Change email…
      </DialogButton>
      <p role="status" className="text-sm font-medium wrap-anywhere empty:hidden">
        {message}
      </p>
    </div>
  )
}
