import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { useSite } from '../../ui/site.tsx'
import { guardRedirect, matchPage, pagesOf } from './page-table.tsx'

const intentMs = 65

export function PreloadLinks() {
  const client = useQueryClient()
  const site = useSite()
  const user = useCurrentUser()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = (event: Event) => {
      clearTimeout(timer)
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || link.target === '_blank' || link.origin !== window.location.origin) return
      if (link.pathname === window.location.pathname) return
      timer = setTimeout(() => void preload(link), event.type === 'touchstart' ? 0 : intentMs)
    }
    const preload = ({ pathname, search }: HTMLAnchorElement) =>
      loadPage(pathname, new URLSearchParams(search)).catch(() => {})
    const loadPage = async (pathname: string, search: URLSearchParams) => {
      const { page, params } = matchPage(pagesOf(site), pathname)
      if (guardRedirect(page, user)) return
      const { queries } = await page.code.load()
      // A member's own pages read their data anew whenever they are opened.
      if (page.guard) return
      for (const query of queries?.(params as never, search, site) ?? [])
        if (user || query.meta?.nullWhen !== 'not_signed_in') void client.prefetchQuery(query)
    }
    for (const type of types) document.addEventListener(type, start, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const type of types) document.removeEventListener(type, start)
    }
  }, [client, site, user])
  return null
}

const types = ['pointerover', 'focusin', 'touchstart']
