import { useEffect, useLayoutEffect, useRef } from 'react'

declare global {
  interface Window {
    /** Set by `rememberInput`: removes its listeners and returns what they remember. */
    endPreHydrationInput?: () => {
      button: { element: HTMLButtonElement; index: number } | undefined
      choices: (HTMLInputElement | HTMLSelectElement)[]
    }
  }
}

/** Stands beside the first screen. After hydration it repeats the choices that were made before, and the last click on a button. */
export function ReplayPreHydrationInput() {
  const replay = useRef(() => {})
  // The next rendering resets controlled fields, so the choices are read before it.
  useLayoutEffect(() => {
    const { button, choices = [] } = window.endPreHydrationInput?.() ?? {}
    const replays = choices.map(replayOf)
    replay.current = () => {
      for (const each of replays) each()
      if (!button) return
      // A page that was translated before hydration has been rendered anew, with the same buttons.
      if (button.element.isConnected) button.element.click()
      else document.querySelectorAll('button')[button.index]?.click()
    }
  }, [])
  useEffect(() => {
    replay.current()
    delete window.endPreHydrationInput
  }, [])
  return null
}

/** Returns what makes the choice again, with the event that React did not see. */
function replayOf(field: HTMLInputElement | HTMLSelectElement): () => void {
  if (field instanceof HTMLSelectElement) {
    const { value } = field
    return () => {
      field.value = value
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
  const { checked } = field
  // The last choice of a radio group unchecks the others by itself.
  if (field.type === 'radio' && !checked) return () => {}
  return () => {
    field.checked = !checked
    field.click()
  }
}
