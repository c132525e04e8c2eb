export type Random = ReturnType<typeof createRandom>

/** The same numbers for the same seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    /** True in this share of all cases. */
    isIn: (share: number) => next() < share,
    pick: <T>(choices: readonly T[]): T => {
      const choice = choices[below(choices.length)]
      if (choice === undefined) throw new Error('There is nothing to pick from')
      return choice
    },
  }
}
