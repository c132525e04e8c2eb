import { createHash } from 'node:crypto'

/**
 * Remembers the last button that was clicked before hydration, for `ReplayPreHydrationClick`. Forms that
 * post, and menus, work without a script; other forms are not submitted, or what was typed would end up in the address.
 */
const script = `(() => {
  const remember = event => {
    const button = event.target.closest && event.target.closest('button')
    if (!button || button.popoverTargetElement || (button.form && button.form.method === 'post')) return
    window.preHydrationClick = { button, index: [...document.querySelectorAll('button')].indexOf(button) }
  }
  const prevent = event => { if (event.target.method !== 'post') event.preventDefault() }
  addEventListener('click', remember, true)
  addEventListener('submit', prevent, true)
  window.endPreHydrationClicks = () => {
    removeEventListener('click', remember, true)
    removeEventListener('submit', prevent, true)
    return window.preHydrationClick
  }
})()`

export const preHydrationScript = `<script>${script}</script>`

export const preHydrationScriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
