/** The value below which the share of all values lies; without a share their median. */
export function percentile(values: number[], share = 0.5): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}
