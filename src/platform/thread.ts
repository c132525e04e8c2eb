import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'

type Options = {
  /** The module's name, and the address of the one that opens the thread, beside which it is. */
  module: string
  beside: string
  /** The function of the module that is called. */
  name: string
  /** Milliseconds from the request to the result, with the time that a task waits for others. */
  timeoutMs: number
  maxQueue: number
  /** If false, the thread is started for a task and ends soon after. */
  isKept?: boolean
  maxHeapMb?: number
}

/** Calls a function in a thread of its own, one task after the other. Rejects one that takes too long. */
export function openThread<Task, Result>(options: Options) {
  const { module, beside, name, timeoutMs, maxQueue, isKept = false, maxHeapMb } = options
  // The build writes every module beside the server's file.
  const file = `${module}${beside.endsWith('.ts') ? '.ts' : '.js'}`
  const pool = new Piscina({
    filename: fileURLToPath(new URL(file, beside)),
    name,
    minThreads: isKept ? 1 : 0,
    maxThreads: 1,
    idleTimeout: 10_000,
    maxQueue,
    ...(maxHeapMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } }),
  })
  return {
    run: (task: Task): Promise<Result> =>
      pool.run(task, { signal: AbortSignal.timeout(timeoutMs) }),
    isFull: () => pool.queueSize >= maxQueue,
    close: () => pool.destroy(),
  }
}
