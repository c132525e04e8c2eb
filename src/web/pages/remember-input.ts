/**
 * Remembers, for `ReplayPreHydrationInput`, the last button that was clicked before hydration and the choices that were
 * made. What is typed needs no memory: it stays in its field. Forms with an action, and menus, work without a
 * script; other forms are not submitted, because no route takes them. Is sent as text (`scriptOf`).
 */
export function rememberInput() {
  const choices = new Set<HTMLInputElement | HTMLSelectElement>()
  let button: { element: HTMLButtonElement; index: number } | undefined
  const onClick = ({ target }: Event) => {
    const clicked = target instanceof Element && target.closest('button')
    if (!clicked || clicked.popoverTargetElement || clicked.form?.hasAttribute('action')) return
    button = {
      element: clicked,
      index: [...document.querySelectorAll('button')].indexOf(clicked),
    }
  }
  const onInput = ({ target }: Event) => {
    const isChoice =
      target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type))
    if (isChoice) choices.add(target)
  }
  const onSubmit = (event: Event) => {
    if (event.target instanceof Element && !event.target.hasAttribute('action'))
      event.preventDefault()
  }
  const listeners = { click: onClick, input: onInput, submit: onSubmit }
  for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener, true)
  window.endPreHydrationInput = () => {
    for (const [name, listener] of Object.entries(listeners))
      removeEventListener(name, listener, true)
    return { button, choices: [...choices] }
  }
}
