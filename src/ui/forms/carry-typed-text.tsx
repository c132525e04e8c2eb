import { type RefObject, useEffect, useLayoutEffect } from 'react'

type Typed = { type: string; text: string; hasFocus: boolean }

export type TypedText = RefObject<Typed[]>

type CarryTypedTextProps = { panelId: string; typed: TypedText }

/**
 * Rendered before the content of a tab. The server renders the first tab, because it does not see the fragment.
 * What was typed there before hydration moves to the tab of the fragment, into the fields of the same type.
 */
export function CarryTypedText({ panelId, typed }: CarryTypedTextProps) {
  // Runs before the layout effects of the content, in which forms and searches read their fields.
  useLayoutEffect(() => {
    const fields = [...(document.getElementById(panelId)?.querySelectorAll('input') ?? [])]
    for (const { type, text, hasFocus } of typed.current) {
      const field = fields.find(each => each.type === type)
      if (!field) continue
      field.value = text
      if (hasFocus) field.focus()
    }
    typed.current = fields.filter(wasTyped).map(field => ({
      type: field.type,
      text: field.value,
      hasFocus: field === document.activeElement,
    }))
  }, [panelId, typed])
  // The fragment's tab is rendered in the same task as the effects of hydration: tabs chosen later begin empty.
  useEffect(() => {
    const timer = setTimeout(() => {
      typed.current = []
    })
    return () => clearTimeout(timer)
  }, [typed])
  return null
}

/** Ignores what a password manager filled in: a saved login does not belong into the form for a new account. */
const wasTyped = (field: HTMLInputElement) =>
  ['email', 'password', 'search', 'text'].includes(field.type) &&
  field.value !== '' &&
  !field.matches(':autofill')
