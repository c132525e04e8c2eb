/** The folder is below node_modules, so that what is not built in is found. */
export const processFolder = 'node_modules/.cache/worker-process'

/** What `buildProcesses` makes of tests/processes/worker-process.ts. */
export const workerFile = `${processFolder}/worker-process.js`

/** What `buildProcesses` makes of scripts/radr.ts. */
export const radrFile = `${processFolder}/radr.js`
