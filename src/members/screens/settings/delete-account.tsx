import { Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyComponent } from '../../../ui/lazy-component.ts'
import type { CurrentUser } from '../../members.schemas.ts'

const DeleteAccountDialog = lazyComponent(
  () => import('./delete-account-dialog.tsx'),
  'DeleteAccountDialog',
)

export function DeleteAccount({ user }: { user: CurrentUser }) {
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <>
      <Button
        variant="secondary"
        className="text-danger! max-sm:w-full sm:justify-self-start sm:self-start"
        onClick={() => setOpen(true)}
      >
        Delete account…
      </Button>
      <Suspense>
        {isOpen !== undefined && (
          <DeleteAccountDialog username={user.username} open={isOpen} onOpenChange={setOpen} />
        )}
      </Suspense>
    </>
  )
}
