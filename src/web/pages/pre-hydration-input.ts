import { createHash } from 'node:crypto'

/**
 * Remembers, for `ReplayPreHydrationInput`, the last button that was clicked before hydration and the choices that were
 * made. What is typed needs no memory: it stays in its field. Forms with an action, and menus, work without a
 * script; other forms are not submitted, because no route takes them.
 */
const script = `(() => {
  const choices = new Set()
  let button
  const events = {
    click({ target }) {
      const clicked = target.closest && target.closest('button')
      if (!clicked || clicked.popoverTargetElement || (clicked.form && clicked.form.hasAttribute('action'))) return
      button = { element: clicked, index: [...document.querySelectorAll('button')].indexOf(clicked) }
    },
    input({ target }) {
      if (target.matches('select, [type=checkbox], [type=radio]')) choices.add(target)
    },
    submit(event) {
      if (!event.target.hasAttribute('action')) event.preventDefault()
    },
  }
  for (const name in events) addEventListener(name, events[name], true)
  window.endPreHydrationInput = () => {
    for (const name in events) removeEventListener(name, events[name], true)
    return { button, choices: [...choices] }
  }
})()`

export const preHydrationScript = `<script>${script}</script>`

export const preHydrationScriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
