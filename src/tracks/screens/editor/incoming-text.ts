import { useEffect, useEffectEvent } from 'react'
import { sharedTextNames } from '../../../contract/shared-text.shared.ts'

/** Links to the service, also such as the dialog will refuse with a reason. */
const serviceLink = /\bspotify(?:\.com\/|\.link\/|:\w+:)/i

/** Calls back when links of the service are pasted outside a field or dialog. */
export function usePastedTrack(enabled: boolean, onPasted: (text: string) => void) {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { target } = event
    if (target instanceof Element && target.closest('input, textarea, dialog')) return
    const pasted = event.clipboardData?.getData('text') ?? ''
    if (serviceLink.test(pasted)) onPasted(pasted.trim())
  })
  useEffect(() => {
    if (!enabled) return
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [enabled])
}

/** Takes what another app shared out of the URL, so that a reload does not add it again. */
export function takeSharedText(): string | null {
  const search = new URLSearchParams(window.location.search)
  const shared = sharedTextNames.flatMap(name => search.get(name) ?? [])
  if (shared.length === 0) return null
  window.history.replaceState(window.history.state, '', window.location.pathname)
  return shared.find(text => /spotify/i.test(text)) ?? shared.join(' ')
}
