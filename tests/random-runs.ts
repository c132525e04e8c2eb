/** How often a test with random input runs, of the `full` number of times in `npm run test:all`. */
export const randomRuns = (full: number) =>
  process.env.TEST_ALL === '1' ? full : Math.ceil(full / 3)
