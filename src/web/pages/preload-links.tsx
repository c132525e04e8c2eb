import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSite } from '../../site/site.tsx'
import { loadScreen } from './load-screen.ts'

const intentMs = 100

/** Loads the page of a link that is pointed at, focused or touched, unless the finger scrolls. */
export function PreloadLinks() {
  const client = useQueryClient()
  const site = useSite()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = () => clearTimeout(timer)
    const start = (event: Event) => {
      stop()
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || link.target === '_blank' || link.origin !== window.location.origin) return
      if (link.pathname === window.location.pathname) return
      timer = setTimeout(() => void loadScreen(client, site, new URL(link.href), true), intentMs)
    }
    for (const type of starts) document.addEventListener(type, start, { passive: true })
    for (const type of ends) document.addEventListener(type, stop, { passive: true })
    return () => {
      stop()
      for (const type of starts) document.removeEventListener(type, start)
      for (const type of ends) document.removeEventListener(type, stop)
    }
  }, [client, site])
  return null
}

const starts = ['pointerover', 'focusin', 'touchstart']
const ends = ['touchmove', 'touchcancel', 'pointercancel']
