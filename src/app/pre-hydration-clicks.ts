import { createHash } from 'node:crypto'

/**
 * A press on a button before the page's script has arrived is kept and done as soon as it has
 * (see screen-ready.tsx). Forms that post work by themselves; others wait, so that nothing that was typed
 * ends up in an address.
 */
const script = `(() => {
  const keep = event => {
    const button = event.target.closest && event.target.closest('button')
    if (button && !(button.form && button.form.method === 'post')) window.preHydrationClick = button
  }
  const hold = event => { if (event.target.method !== 'post') event.preventDefault() }
  addEventListener('click', keep, true)
  addEventListener('submit', hold, true)
  window.endPreHydrationClicks = () => {
    removeEventListener('click', keep, true)
    removeEventListener('submit', hold, true)
    return window.preHydrationClick
  }
})()`

export const preHydrationScript = `<script>${script}</script>`

/** Names the one inline script that the content security policy lets run. */
export const preHydrationScriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
