/** A floor of docs/benchmarks.md that does not hold is named, and fails the process when all is measured. */
export function expectFloor(holds: boolean, what: string) {
  if (holds) return
  console.error(`Missed: ${what}`)
  process.exitCode = 1
}
