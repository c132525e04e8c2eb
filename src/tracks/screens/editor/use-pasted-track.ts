import { useEffect, useEffectEvent } from 'react'
import { parseTrackLink } from '../../track-link.contract.ts'

/** Calls back when a track's link is pasted outside a field or dialog. */
export function usePastedTrack(enabled: boolean, onLink: (pasted: string) => void) {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { target } = event
    if (target instanceof Element && target.closest('input, textarea, [role=dialog]')) return
    const pasted = event.clipboardData?.getData('text') ?? ''
    if (parseTrackLink(pasted) !== null) onLink(pasted.trim())
  })
  useEffect(() => {
    if (!enabled) return
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [enabled])
}
