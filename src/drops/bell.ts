/**
 * Lets one loop sleep until somebody rings (true) or the time is over (false). A ring while it is
 * awake is kept.
 */
export function newBell() {
  let rung = false
  let wakeUp: (() => void) | null = null
  return {
    ring() {
      rung = true
      wakeUp?.()
    },
    async wait(milliseconds: number): Promise<boolean> {
      if (!rung) {
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, milliseconds)
          wakeUp = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      const wasRung = rung
      rung = false
      wakeUp = null
      return wasRung
    },
  }
}
