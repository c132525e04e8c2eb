/** How much of something a test takes: the `usual` size in `npm test` and `.ci/run`, the `full` one in `npm run test:all`. */
export const testSize = (usual: number, full: number) =>
  process.env.TEST_ALL === '1' ? full : usual

/** How often a test with random input runs, of the `full` number of times. */
export const randomRuns = (full: number) => testSize(Math.ceil(full / 3), full)
