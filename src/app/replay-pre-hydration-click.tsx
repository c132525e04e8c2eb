import { useEffect } from 'react'

declare global {
  interface Window {
    /** Left by the inline script of early-press.ts: ends its watch and answers what was pressed last. */
    endPreHydrationClicks?: () => HTMLElement | undefined
  }
}

/** Stands beside the first screen: once that can be used, does what was pressed before. */
export function ReplayPreHydrationClick() {
  useEffect(() => {
    const pressed = window.endPreHydrationClicks?.()
    delete window.endPreHydrationClicks
    if (pressed?.isConnected) pressed.click()
  }, [])
  return null
}
