import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openLogin } from '../../members/screens/session.ts'
import { signedOutPath } from '../../members/screens/sign-in/login-tabs.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { keepEdits } from '../../tracks/screens/editor/kept-edits.ts'
import { signedOutEvent } from '../../ui/api.ts'

/** When the session of a member's tab has ended elsewhere: the login page, and unsaved edits wait in this browser. */
export function LeaveWhenSignedOut() {
  const client = useQueryClient()
  const username = useCurrentUser()?.username
  useEffect(() => {
    if (!username) return
    const leave = () => {
      keepEdits(client, username)
      openLogin(client, signedOutPath)
    }
    window.addEventListener(signedOutEvent, leave, { once: true })
    return () => window.removeEventListener(signedOutEvent, leave)
  }, [client, username])
  return null
}
