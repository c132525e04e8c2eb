/** Milliseconds of processor time that synchronous work takes, which a busy machine does not change. */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
