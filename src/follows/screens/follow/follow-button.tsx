import { Check, Mail, UserPlus } from 'lucide'
import { type ReactNode, useEffect, useState } from 'react'
import { useCurrentUser } from '../../../members/screens/use-current-user.ts'
import { LazyBoundary } from '../../../site/lazy-boundary.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { lazyComponent } from '../../../ui/routing/lazy.ts'
import { useFollow } from './change-follow.ts'
import { useEmailFollow } from './email-follows.ts'
import type { FollowResult } from './follow-result.ts'
import { type KnownFollow, useFollowState } from './follow-state.ts'
import { UnfollowDialog } from './unfollow-dialog.tsx'

const FollowByEmailDialog = lazyComponent(
  () => import('./follow-by-email-dialog.tsx'),
  'FollowByEmailDialog',
)

type FollowButtonProps = {
  username: string
  /** Set in a row of a list, which knows how a member follows; a toast alone shows the result. */
  row?: KnownFollow
  /**
   * A profile on a phone has two of these buttons: one beside Play in the bar at the lower edge, until somebody follows, and
   * one in the header above, which is outlined there because Play is filled.
   */
  place?: 'bar' | 'aboveBar'
}

/** Expects to be in a wrapping flex row; the result is shown on a line of its own below it. */
export const FollowButton = (props: FollowButtonProps) =>
  useCurrentUser() ? <MemberFollowButton {...props} /> : <VisitorFollowButton {...props} />

function MemberFollowButton({ username, row, place }: FollowButtonProps) {
  const { isFollowing, withoutMail } = useFollowState(username, row)
  const [wasFollowing] = useState(isFollowing)
  const [isOpen, setOpen] = useState(false)
  const [result, setResult] = useState<FollowResult | null>(null)
  const follow = useFollow(username, setResult)
  const flashes = useFlash(follow.submittedAt, follow.isSuccess)
  const close = () => setOpen(false)
  // The bar is for those who do not follow yet; what was pressed there stays.
  if (place === 'bar' && wasFollowing) return null
  return (
    <FollowView
      username={username}
      isInRow={row !== undefined}
      label={labels[isFollowing && !follow.isPending ? 'member' : 'none']}
      result={result ?? (withoutMail && place !== 'bar' ? followsWithoutMail : null)}
      pending={follow.isPending}
      onClick={() =>
        isFollowing ? setOpen(true) : follow.mutate({ params: { username }, body: {} })
      }
      isInBar={place === 'bar'}
      className={
        flashes
          ? 'border-good! bg-good-soft! text-good!'
          : place === 'aboveBar' && !isFollowing && outlinedOnPhones
      }
    >
      {isOpen && (
        <UnfollowDialog
          username={username}
          withoutMail={withoutMail}
          onClose={close}
          onMailChange={() => setResult(null)}
          onDone={() => setResult({ text: `You've unfollowed @${username}` })}
        />
      )}
    </FollowView>
  )
}

const followsWithoutMail = { text: 'You follow without mail' }

function VisitorFollowButton({ username, row, place }: FollowButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [result, setResult] = useState<FollowResult | null>(null)
  const byEmail = useEmailFollow(username)
  const close = () => setOpen(false)
  return (
    <FollowView
      username={username}
      isInRow={row !== undefined}
      label={labels[byEmail ?? 'none']}
      result={result}
      onClick={() => setOpen(true)}
      isInBar={place === 'bar'}
      className={place === 'aboveBar' && outlinedOnPhones}
    >
      {isOpen && (
        <LazyBoundary onClose={close}>
          <FollowByEmailDialog
            username={username}
            onClose={close}
            onResult={setResult}
            state={byEmail}
          />
        </LazyBoundary>
      )}
    </FollowView>
  )
}

type FollowViewProps = {
  username: string
  isInRow: boolean
  label: (typeof labels)[keyof typeof labels]
  result: FollowResult | null
  pending?: boolean
  onClick: () => void
  isInBar?: boolean
  className?: string | false
  /** The dialog, while it is open. */
  children: ReactNode
}

function FollowView(props: FollowViewProps) {
  const { username, isInRow, isInBar, label, result, pending, onClick, className, children } = props
  const { text, icon, isLong } = label
  return (
    <>
      <Button
        variant={isInRow || isInBar || label !== labels.none ? 'secondary' : 'primary'}
        size={isInRow ? 'sm' : isInBar ? 'lg' : 'md'}
        aria-label={isInRow ? `${text} @${username}` : undefined}
        icon={
          !isInRow &&
          !isInBar && <Icon icon={icon} size={18} className={isLong ? 'max-sm:hidden' : ''} />
        }
        pending={pending}
        onClick={onClick}
        className={classes(
          isInRow ? 'min-w-20' : 'min-w-28',
          // The button is as wide as before the click, so that nothing moves.
          isLong && !isInRow && 'max-sm:max-w-28 max-sm:px-2! max-sm:text-sm! max-sm:leading-tight',
          className,
        )}
      >
        {text}
      </Button>
      {!isInRow && (
        <p
          role="status"
          className={classes(
            'order-last w-0 min-w-full text-sm empty:hidden',
            result?.failed ? 'font-medium text-danger' : 'text-muted',
          )}
        >
          {result?.text}
        </p>
      )}
      {children}
    </>
  )
}

const outlinedOnPhones =
  'max-md:border-line-strong! max-md:bg-transparent! max-md:text-ink! max-md:hover:bg-sunken!'

const labels = {
  none: { text: 'Follow', icon: UserPlus, isLong: false },
  member: { text: 'Following', icon: Check, isLong: false },
  asked: { text: 'Check your email', icon: Mail, isLong: true },
  following: { text: 'Following by email', icon: Check, isLong: true },
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
