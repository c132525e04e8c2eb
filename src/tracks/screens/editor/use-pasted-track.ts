import { useEffect, useEffectEvent } from 'react'
import { parseTrackLink } from '../../track-link.contract.ts'

/** Hears a track's link that is pasted anywhere on the page but into a field. */
export function usePastedTrack(listening: boolean, onLink: (pasted: string) => void) {
  const heard = useEffectEvent((event: ClipboardEvent) => {
    const { target } = event
    if (target instanceof Element && target.closest('input, textarea, [role=dialog]')) return
    const pasted = event.clipboardData?.getData('text') ?? ''
    if (parseTrackLink(pasted) !== null) onLink(pasted.trim())
  })
  useEffect(() => {
    if (!listening) return
    document.addEventListener('paste', heard)
    return () => document.removeEventListener('paste', heard)
  }, [listening])
}
