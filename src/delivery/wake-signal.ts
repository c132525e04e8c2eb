/** Lets one loop wait until it is notified (true) or a time is over (false). A notification while nobody waits is kept. */
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
