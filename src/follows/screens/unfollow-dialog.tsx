import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useSite } from '../../ui/site.tsx'
import { unfollowMember } from './change-follow.ts'

type UnfollowDialogProps = {
  username: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onDone: () => void
}

/** Unfollows after a confirmation; stays open with the error when that fails. */
export function UnfollowDialog({ username, open, onOpenChange, onDone }: UnfollowDialogProps) {
  const { brand } = useSite()
  const client = useQueryClient()
  const unfollow = useMutation({ mutationFn: () => unfollowMember(client, username) })
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
          You will get no more mail about their drops. Their {brand} stays open to you.
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
    />
  )
}
