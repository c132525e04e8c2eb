/** A row of numbers in [0, 1) that is always the same for the same text, on the server and in every browser. */
export function seeded(text: string): () => number {
  let state = 2166136261
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** One of `options`, always the same one for the same text. */
export function pick<T>(options: readonly [T, ...T[]], text: string): T {
  return options[Math.floor(seeded(text)() * options.length)] ?? options[0]
}
