/** Milliseconds. */
const stepMs = 95
const landMs = 300
const firstMs = 520

const landing = 'cubic-bezier(.25, .85, .3, 1)'

/**
 * Covers land from the last to number one, whose color then fills the stage; words come last. In all 1.31 s for seven
 * tracks; nothing moves where reduced motion is asked for.
 */
export function landCovers(stage: HTMLElement): Animation[] {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return []
  const partsOf = (name: string) => [...stage.querySelectorAll(`[data-motion=${name}]`)]
  const others = partsOf('other').toReversed()
  const firstAt = others.length * stepMs + 140
  return [
    ...others.map((cover, index) =>
      cover.animate(
        [
          { transform: 'translateY(-70dvh) rotate(-8deg)', opacity: 0 },
          { opacity: 1, offset: 0.3 },
          { transform: 'none' },
        ],
        { duration: landMs, delay: index * stepMs, easing: landing, fill: 'backwards' },
      ),
    ),
    ...partsOf('first').map(cover =>
      cover.animate(
        [
          { transform: 'translateY(-45dvh) scale(1.4)', opacity: 0 },
          { opacity: 1, offset: 0.3 },
          { transform: 'scale(0.975)', offset: 0.75 },
          { transform: 'none' },
        ],
        { duration: firstMs, delay: firstAt, easing: landing, fill: 'backwards' },
      ),
    ),
    ...partsOf('color').map(color =>
      color.animate([{ opacity: 0 }, { opacity: 1 }], {
        duration: 320,
        delay: firstAt + 140,
        fill: 'backwards',
      }),
    ),
    ...partsOf('words').map(words =>
      words.animate([{ opacity: 0, transform: 'translateY(.5rem)' }, {}], {
        duration: 240,
        delay: firstAt + firstMs - 160,
        easing: 'ease-out',
        fill: 'backwards',
      }),
    ),
  ]
}
