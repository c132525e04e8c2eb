/** A pseudorandom generator of numbers in [0, 1), the same sequence for the same seed on the server and in every browser. */
export function seededRandom(seed: string): () => number {
  let state = 2166136261
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Always the same option for the same seed. */
export function pickBySeed<T>(options: readonly [T, ...T[]], seed: string): T {
  return options[Math.floor(seededRandom(seed)() * options.length)] ?? options[0]
}
