import { createHash } from 'node:crypto'

/**
 * A press on a button before the page's script has arrived is kept and done as soon as it has
 * (see screen-ready.tsx). Forms that post work by themselves; others wait, so that nothing that was typed
 * ends up in an address.
 */
const script = `(() => {
  const keep = event => {
    const button = event.target.closest && event.target.closest('button')
    if (button && !(button.form && button.form.method === 'post')) window.earlyPress = button
  }
  const hold = event => { if (event.target.method !== 'post') event.preventDefault() }
  addEventListener('click', keep, true)
  addEventListener('submit', hold, true)
  window.endEarlyPress = () => {
    removeEventListener('click', keep, true)
    removeEventListener('submit', hold, true)
    return window.earlyPress
  }
})()`

export const earlyPressTag = `<script>${script}</script>`

/** Names the one inline script that the content security policy lets run. */
export const earlyPressHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
