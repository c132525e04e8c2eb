/** Always the same option for the same seed, on the server and in every browser. */
export function pickBySeed<T>(options: readonly [T, ...T[]], seed: string): T {
  let hash = 2166136261
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 16777619)
  // Mixed, because similar seeds have similar hashes.
  hash = (hash + 0x6d2b79f5) | 0
  let mixed = Math.imul(hash ^ (hash >>> 15), 1 | hash)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  const index = Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * options.length)
  return options[index] ?? options[0]
}
