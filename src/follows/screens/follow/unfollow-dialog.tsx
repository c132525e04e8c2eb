import { useSite } from '../../../site/site.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { useFollowMail, useUnfollow } from './change-follow-choices.ts'

type UnfollowDialogProps = {
  username: string
  withoutMail: boolean
  onClose: () => void
  onDone?: () => void
  onMailChange?: () => void
}

export function UnfollowDialog({
  username,
  withoutMail,
  onClose,
  onDone,
  onMailChange,
}: UnfollowDialogProps) {
  const { brand } = useSite()
  const params = { username }
  const unfollow = useUnfollow(username, () => {
    onClose()
    onDone?.()
  })
  const changeMail = useFollowMail(username, () => {
    onClose()
    onMailChange?.()
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Unfollow @${username}?`}
      description={
        <>
          {!withoutMail && 'You will get no more mail about their drops. '}Their {brand} stays open
          to you.
        </>
      }
      error={unfollow.isError && 'Failed to unfollow. Please try again.'}
      confirmLabel="Unfollow"
      pending={unfollow.isPending}
      onConfirm={() => unfollow.mutate({ params })}
    >
      <Button
        variant="secondary"
        className="w-full"
        pending={changeMail.isPending}
        onClick={() => changeMail.mutate({ params, body: { mail: withoutMail } })}
      >
        {withoutMail ? 'Keep following, and get mail' : 'Keep following, without mail'}
      </Button>
    </ConfirmDialog>
  )
}
