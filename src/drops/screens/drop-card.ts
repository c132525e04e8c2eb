/** A card that is one link: the link in it carries `stretchedLink`, which stretches what can be pressed over the card. */
export const dropCard =
  'relative grid grid-cols-1 rounded-card border border-line bg-surface p-4 transition-colors hover:border-line-strong hover:bg-sunken sm:p-5'

export const stretchedLink =
  'outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent'
