/** A card that is one link: the link in it carries `wholeCard`, which stretches what can be pressed over the card. */
export const dropCard =
  'relative grid grid-cols-1 rounded-card border border-line bg-surface p-4 transition-colors hover:border-line-strong hover:bg-sunken sm:p-5'

export const wholeCard =
  'outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent'
