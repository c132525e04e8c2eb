import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { CurrentUser } from '../../members.schemas.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

export function DeleteAccount({ user }: { user: CurrentUser }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        className="text-danger! max-sm:w-full sm:justify-self-start sm:self-start"
        onClick={() => setOpen(true)}
      >
        Delete account…
      </Button>
      {isOpen && <DeleteAccountDialog username={user.username} onClose={() => setOpen(false)} />}
    </>
  )
}
