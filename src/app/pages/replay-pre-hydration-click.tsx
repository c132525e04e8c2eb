import { useEffect } from 'react'

declare global {
  interface Window {
    /** Set by the script of pre-hydration-clicks.ts: removes its listeners and returns the last clicked button. */
    endPreHydrationClicks?: () => HTMLElement | undefined
  }
}

/** Beside the first screen: after hydration, clicks the button that was clicked before. */
export function ReplayPreHydrationClick() {
  useEffect(() => {
    const button = window.endPreHydrationClicks?.()
    delete window.endPreHydrationClicks
    if (button?.isConnected) button.click()
  }, [])
  return null
}
