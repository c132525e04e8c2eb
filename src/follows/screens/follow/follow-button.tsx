import { useQueryClient } from '@tanstack/react-query'
import { Check, UserPlus } from 'lucide'
import { Suspense, useEffect, useState } from 'react'
import { useCurrentUser } from '../../../members/screens/use-current-user.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { lazyComponent, preload } from '../../../ui/lazy-component.ts'
import { useSite } from '../../../ui/site.tsx'
import type { FollowResult } from './follow-result.ts'
import { useFollowState } from './follow-state.ts'

const loadChange = () => import('./change-follow.ts')
const loadEmailDialog = () => import('./follow-by-email-dialog.tsx')
const loadUnfollowDialog = () => import('./unfollow-dialog.tsx')
const FollowByEmailDialog = lazyComponent(loadEmailDialog, 'FollowByEmailDialog')
const UnfollowDialog = lazyComponent(loadUnfollowDialog, 'UnfollowDialog')

/**
 * Members follow with one press, visitors by an email address that they have to confirm. Expects to be in a wrapping
 * flex row; the result is shown on a line of its own below it.
 */
export function FollowButton({ username }: { username: string }) {
  const client = useQueryClient()
  const { brand } = useSite()
  const isMember = useCurrentUser() !== null
  const { isFollowing: following, withoutMail } = useFollowState(username)
  const [pending, setPending] = useState(false)
  const [dialog, setDialog] = useState<{ kind: 'email' | 'unfollow'; open: boolean } | null>(null)
  const [result, setResult] = useState<FollowResult | null>(null)
  const flash = useFlash()

  async function followAsMember() {
    setResult(null)
    setPending(true)
    try {
      const { followMember } = await loadChange()
      await followMember(client, username, brand)
      flash.start()
      setResult({ text: `@${username} can see your account’s address.` })
    } catch (error) {
      setResult({ text: (error as Error).message, failed: true })
    } finally {
      setPending(false)
    }
  }

  const action = !isMember ? 'email' : following ? 'unfollow' : 'follow'
  const preloadAction = () => preload(moduleOf[action])
  const press = () =>
    action === 'follow' ? void followAsMember() : setDialog({ kind: action, open: true })
  const changeOpen = (open: boolean) => setDialog(known => known && { ...known, open })

  const isFollowing = following && !pending
  return (
    <>
      <Button
        variant={isFollowing ? 'secondary' : 'primary'}
        icon={<Icon shape={isFollowing ? Check : UserPlus} size={18} />}
        aria-pressed={isFollowing}
        pending={pending}
        onClick={press}
        onPointerEnter={preloadAction}
        onFocus={preloadAction}
        className={classes('w-40 max-sm:grow', flash.on && 'border-good! bg-good-soft! text-good!')}
      >
        {isFollowing ? 'Following' : 'Follow'}
      </Button>
      <p
        role="status"
        className={classes(
          'order-last w-0 min-w-full text-sm empty:hidden',
          result?.failed ? 'font-medium text-danger' : 'text-muted',
        )}
      >
        {result?.text ?? (withoutMail && 'You follow without mail')}
      </p>
      <Suspense>
        {dialog?.kind === 'email' && (
          <FollowByEmailDialog
            username={username}
            open={dialog.open}
            onOpenChange={changeOpen}
            onResult={setResult}
          />
        )}
        {dialog?.kind === 'unfollow' && (
          <UnfollowDialog
            username={username}
            withoutMail={withoutMail}
            open={dialog.open}
            onOpenChange={changeOpen}
            onMailChange={() => setResult(null)}
            onDone={() => setResult({ text: `You've unfollowed @${username}` })}
          />
        )}
      </Suspense>
    </>
  )
}

/** The module that the next press needs. */
const moduleOf = { email: loadEmailDialog, unfollow: loadUnfollowDialog, follow: loadChange }

const flashMs = 2000

function useFlash() {
  const [on, setOn] = useState(false)
  useEffect(() => {
    if (!on) return
    const timer = setTimeout(() => setOn(false), flashMs)
    return () => clearTimeout(timer)
  }, [on])
  return { on, start: () => setOn(true) }
}
