import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useSite } from '../../../ui/site.tsx'
import { unfollowMember } from './change-follow.ts'
import { changeFollowMail } from './change-follow-mail.ts'

type UnfollowDialogProps = {
  username: string
  /** The member gets no mail about this follow. */
  withoutMail: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
  onDone: () => void
  onMailChange?: () => void
}

/** Unfollows after a confirmation, or only switches the mail off or on; stays open with the error when that fails. */
export function UnfollowDialog({
  username,
  withoutMail,
  open,
  onOpenChange,
  onDone,
  onMailChange,
}: UnfollowDialogProps) {
  const { brand } = useSite()
  const client = useQueryClient()
  const unfollow = useMutation({ mutationFn: () => unfollowMember(client, username) })
  const changeMail = useMutation({
    mutationFn: () => changeFollowMail(client, username, withoutMail),
  })
  const changeOpen = (next: boolean) => {
    if (!next) unfollow.reset()
    onOpenChange(next)
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={changeOpen}
      title={`Unfollow @${username}?`}
      description={
        <>
          {!withoutMail && 'You will get no more mail about their drops. '}Their {brand} stays open
          to you.
          <span role="alert" className="mt-2 block font-medium text-danger empty:hidden">
            {unfollow.isError && 'Failed to unfollow. Please try again.'}
          </span>
        </>
      }
      confirmLabel="Unfollow"
      tone="danger"
      pending={unfollow.isPending}
      onConfirm={() =>
        unfollow.mutate(undefined, {
          onSuccess: () => {
            changeOpen(false)
            onDone()
          },
        })
      }
    >
      <Button
        variant="secondary"
        className="w-full"
        pending={changeMail.isPending}
        onClick={() =>
          changeMail.mutate(undefined, {
            onSuccess: () => {
              changeOpen(false)
              onMailChange?.()
            },
          })
        }
      >
        {withoutMail ? 'Keep following, and get mail' : 'Keep following, without mail'}
      </Button>
    </ConfirmDialog>
  )
}
