import { useEffect } from 'react'

declare global {
  interface Window {
    /** Set by the script of pre-hydration-clicks.ts: removes its listeners and returns the last click. */
    endPreHydrationClicks?: () => { button: HTMLElement; index: number } | undefined
  }
}

/** Beside the first screen: after hydration, clicks the button that was clicked before. */
export function ReplayPreHydrationClick() {
  useEffect(() => {
    const click = window.endPreHydrationClicks?.()
    delete window.endPreHydrationClicks
    if (!click) return
    // A page that was translated before hydration has been rendered anew, with the same buttons.
    if (click.button.isConnected) click.button.click()
    else document.querySelectorAll('button')[click.index]?.click()
  }, [])
  return null
}
