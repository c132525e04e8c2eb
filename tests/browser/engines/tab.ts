import { expect } from '@playwright/test'
import type { EngineWindow } from './engine.ts'
import { countOf, isHydrated, type Place, placeOf, textsOf } from './in-page.ts'

export type Tab = ReturnType<typeof openTab>

const soon = { intervals: [50] }

/** What a person does and sees in a window, each waiting until it is possible. */
export function openTab(window: EngineWindow, origin: string) {
  async function waitForScript() {
    await expect.poll(() => window.run(isHydrated), soon).toBe(true)
  }

  /** The place of a control once it does not move any more. */
  async function find(kind: string, name: string | RegExp, nth: number) {
    const pattern = typeof name === 'string' ? `^${RegExp.escape(name)}$` : name.source
    let place: Place = { problem: 'not looked for yet' }
    await expect
      .poll(
        async () => {
          const previous = place
          place = await window.run(placeOf, kind, pattern, nth)
          if ('problem' in place) return place.problem
          return JSON.stringify(place) === JSON.stringify(previous) ? 'there' : 'it moves'
        },
        { message: `${kind} ${name}`, ...soon },
      )
      .toBe('there')
    if ('problem' in place) throw new Error(place.problem)
    return place
  }

  const click = async (kind: string, name: string | RegExp, nth: number) => {
    const { x, y } = await find(kind, name, nth)
    await window.click(x, y)
  }

  return {
    ...window,
    /** Opens a page of the app and waits until its script has taken over. */
    async visit(path: string) {
      await window.go(new URL(path, origin).href)
      await waitForScript()
    },
    waitForScript,
    click: (name: string | RegExp, nth = 0) => click('button', name, nth),
    follow: (name: string | RegExp, nth = 0) => click('link', name, nth),
    async fill(label: string | RegExp, text: string) {
      await click('field', label, 0)
      await window.press('Select all')
      await window.type(text)
    },
    sees: (text: string) =>
      expect
        .poll(() => window.run(countOf, text), { message: `“${text}” is seen`, ...soon })
        .toBeGreaterThan(0),
    seesNot: (text: string) =>
      expect
        .poll(() => window.run(countOf, text), { message: `“${text}” is gone`, ...soon })
        .toBe(0),
    /** Texts of the elements of a selector. */
    expectTexts: (selector: string, texts: string[]) =>
      expect.poll(() => window.run(textsOf, selector), soon).toEqual(texts),
    texts: (selector: string) => window.run(textsOf, selector),
    isAt: (path: string) =>
      expect.poll(() => window.run(() => location.pathname + location.hash), soon).toBe(path),
    scrollTop: () => window.run(() => Math.round(scrollY)),
  }
}
