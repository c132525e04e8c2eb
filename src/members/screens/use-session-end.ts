import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useLocation } from 'wouter'
import { currentUserQuery } from './use-current-user.ts'

const redirectMs = 3000

/** A new password ends every session, so the page goes to the login: by itself after 3 s, or with `leave` before. */
export function useSessionEnd(isEnded: boolean) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const leave = useCallback(() => {
    const [own] = currentUserQuery.queryKey
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== own })
    client.setQueryData(currentUserQuery.queryKey, null)
  }, [client])
  useEffect(() => {
    if (!isEnded) return
    const timer = setTimeout(() => {
      leave()
      navigate('/login', { replace: true })
    }, redirectMs)
    return () => {
      clearTimeout(timer)
      // Whatever way they left: a member's frame would still stand around the next page.
      leave()
    }
  }, [isEnded, leave, navigate])
  return leave
}
