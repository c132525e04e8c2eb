import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useSite } from '../../ui/site.tsx'
import { useFollow } from './use-follow.ts'

type UnfollowDialogProps = {
  username: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** After the server has said yes. */
  onDone?: () => void
}

/** Asks before unfollowing, does it, and stays open with the reason when it fails. */
export function UnfollowDialog({ username, open, onOpenChange, onDone }: UnfollowDialogProps) {
  const { brand } = useSite()
  const { stop } = useFollow(username)
  const change = (next: boolean) => {
    if (!next) stop.reset()
    onOpenChange(next)
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={change}
      title={`Unfollow @${username}?`}
      description={
        <>
          You will get no more mail about their drops. Their {brand} stays open to you.
          <span role="alert" className="mt-2 block font-medium text-danger empty:hidden">
            {stop.isError && 'Failed to unfollow. Please try again.'}
          </span>
        </>
      }
      confirmLabel="Unfollow"
      tone="danger"
      pending={stop.isPending}
      onConfirm={() =>
        stop.mutate(undefined, {
          onSuccess: () => {
            change(false)
            onDone?.()
          },
        })
      }
    />
  )
}
