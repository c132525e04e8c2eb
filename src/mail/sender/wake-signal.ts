/** Lets one loop wait until it is notified (true) or the time has passed (false). An earlier notification ends it at once. */
export function createWakeSignal() {
  let notified = false
  let wakeUp: (() => void) | null = null
  return {
    notify() {
      notified = true
      wakeUp?.()
    },
    async wait(milliseconds: number): Promise<boolean> {
      if (!notified) {
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, milliseconds)
          wakeUp = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      const wasNotified = notified
      notified = false
      wakeUp = null
      return wasNotified
    },
  }
}
