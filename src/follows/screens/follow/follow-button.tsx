import { Check, Mail, UserPlus } from 'lucide'
import { useEffect, useState } from 'react'
import { useCurrentUser } from '../../../members/screens/use-current-user.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { DialogLater } from '../../../ui/dialog-later.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { componentLater } from '../../../ui/load-later.ts'
import { useFollow } from './change-follow.ts'
import { useEmailFollow } from './email-follows.ts'
import type { FollowResult } from './follow-result.ts'
import { useFollowState } from './follow-state.ts'

const FollowByEmailDialog = componentLater(
  () => import('./follow-by-email-dialog.tsx'),
  'FollowByEmailDialog',
)
const UnfollowDialog = componentLater(() => import('./unfollow-dialog.tsx'), 'UnfollowDialog')

type FollowButtonProps = {
  username: string
  /** In a row of a list, which knows whether a member follows; a toast alone shows the result. */
  row?: { isFollowing?: boolean | undefined }
}

/** Expects to be in a wrapping flex row; the result is shown on a line of its own below it. */
export function FollowButton({ username, row }: FollowButtonProps) {
  const isMember = useCurrentUser() !== null
  const { isFollowing: following, withoutMail } = useFollowState(username, row?.isFollowing)
  const [isOpen, setOpen] = useState(false)
  const [result, setResult] = useState<FollowResult | null>(null)
  const follow = useFollow(username, setResult)
  const flashes = useFlash(follow.submittedAt, follow.isSuccess)

  const hasDialog = !isMember || following
  const { preload } = isMember ? UnfollowDialog : FollowByEmailDialog
  const close = () => setOpen(false)

  const emailFollow = useEmailFollow(username)
  const byEmail = isMember ? null : emailFollow
  const { text, icon } = following && !follow.isPending ? labels.member : labels[byEmail ?? 'none']
  return (
    <>
      <Button
        variant={row || text !== labels.none.text ? 'secondary' : 'primary'}
        size={row ? 'sm' : 'md'}
        aria-label={row && `${text} @${username}`}
        icon={!row && <Icon shape={icon} size={18} className={byEmail ? 'max-sm:hidden' : ''} />}
        pending={follow.isPending}
        onClick={() =>
          hasDialog ? setOpen(true) : follow.mutate({ params: { username }, body: {} })
        }
        onPointerEnter={preload}
        onFocus={preload}
        className={classes(
          row ? 'min-w-20' : 'min-w-28',
          // As wide as before it was pressed, so that nothing moves.
          byEmail && !row && 'max-sm:max-w-28 max-sm:px-2! max-sm:text-sm! max-sm:leading-tight',
          flashes && 'border-good! bg-good-soft! text-good!',
        )}
      >
        {text}
      </Button>
      {!row && (
        <p
          role="status"
          className={classes(
            'order-last w-0 min-w-full text-sm empty:hidden',
            result?.failed ? 'font-medium text-danger' : 'text-muted',
          )}
        >
          {result?.text ?? (withoutMail && 'You follow without mail')}
        </p>
      )}
      {isOpen && (
        <DialogLater onClose={close}>
          {isMember ? (
            <UnfollowDialog
              username={username}
              withoutMail={withoutMail}
              onClose={close}
              onMailChange={() => setResult(null)}
              onDone={() => setResult({ text: `You've unfollowed @${username}` })}
            />
          ) : (
            <FollowByEmailDialog
              username={username}
              onClose={close}
              onResult={setResult}
              isFollowing={byEmail === 'following'}
            />
          )}
        </DialogLater>
      )}
    </>
  )
}

const labels = {
  none: { text: 'Follow', icon: UserPlus },
  member: { text: 'Following', icon: Check },
  asked: { text: 'Check your email', icon: Mail },
  following: { text: 'Following by email', icon: Check },
}

const flashMs = 2000

function useFlash(time: number, isSuccess: boolean) {
  const [ended, setEnded] = useState(time)
  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(() => setEnded(time), flashMs)
    return () => clearTimeout(timer)
  }, [time, isSuccess])
  return isSuccess && ended !== time
}
