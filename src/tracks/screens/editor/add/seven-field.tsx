import { Link, Search } from 'lucide'
import type { KeyboardEvent, RefObject } from 'react'
import { useSite } from '../../../../site/site.tsx'
import { classes } from '../../../../ui/classes.ts'
import { isComposing } from '../../../../ui/forms/is-composing.ts'
import { Icon } from '../../../../ui/icon.tsx'

const fieldId = 'seven-field'

/** Lies over the places, so that a click on a place is a click on the field. */
export const PlacesLabel = () => (
  <label htmlFor={fieldId} className="absolute inset-0 cursor-text noscript:hidden">
    <span className="sr-only">Add a track</span>
  </label>
)

type SevenFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  value: string
  onValue: (text: string) => void
  /** The first thing on the page. */
  isInvitation?: boolean
  onFocus?: () => void
}

/** The field below the seven places that it fills. It takes words to search, or links. */
export function SevenField({
  ref,
  value,
  onValue,
  isInvitation = false,
  onFocus,
}: SevenFieldProps) {
  const { searchesTracks } = useSite()
  return (
    <div className="relative scroll-mt-3 noscript:hidden">
      <Icon
        icon={searchesTracks ? Search : Link}
        size={22}
        className={classes(
          'pointer-events-none absolute top-4 left-4',
          isInvitation ? 'text-canvas/70' : 'text-muted',
        )}
      />
      <input
        ref={ref}
        id={fieldId}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={20_000}
        aria-label={searchesTracks ? 'Song, artist or Spotify link' : 'Spotify track link'}
        placeholder={searchesTracks ? 'A song or an artist' : 'Paste a link from Spotify'}
        value={value}
        onChange={event => {
          onValue(event.target.value)
          scrollAboveKeyboard(event.currentTarget)
        }}
        onFocus={event => {
          onFocus?.()
          scrollAboveKeyboard(event.currentTarget)
        }}
        onKeyDown={focusFound}
        // A field of one line would join the lines.
        onPaste={event => {
          const pasted = event.clipboardData.getData('text')
          if (!/[\r\n]/.test(pasted)) return
          event.preventDefault()
          onValue(pasted.replaceAll(/[\r\n]+/g, ' '))
        }}
        className={classes(
          'h-14 w-full rounded-control border pr-4 pl-12 text-lg font-medium placeholder:font-normal',
          isInvitation
            ? 'border-transparent bg-ink text-canvas caret-canvas placeholder:text-canvas/70'
            : 'border-line-strong bg-surface',
        )}
      />
    </div>
  )
}

/** On phones the places go to the upper edge, so that they and what is found are above the keyboard. */
function scrollAboveKeyboard(field: HTMLElement) {
  const box = field.parentElement
  const places = box?.previousElementSibling
  if (matchMedia('(width < 40rem)').matches) (isShown(places) ? places : box)?.scrollIntoView()
}

const isShown = (element: Element | null | undefined) => !!element?.getClientRects().length

function focusFound(event: KeyboardEvent) {
  if (isComposing(event) || !['Enter', 'ArrowDown'].includes(event.key)) return
  event.preventDefault()
  document.querySelector<HTMLElement>('[data-found]')?.focus()
}
