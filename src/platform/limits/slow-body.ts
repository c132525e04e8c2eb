import type { Socket } from 'node:net'

/** How often it is measured what has arrived, and the bytes per second that keep a place: a slow phone sends more. */
const intervalMs = 5_000
const minBytesPerSecond = 32 * 1024

/**
 * Ends the connection of a body that arrives more slowly while others wait for its place, because a few clients that
 * send almost nothing would occupy all places. Returns how to stop measuring.
 */
export function cutOffSlowBody(socket: Socket | undefined, doOthersWait: () => boolean) {
  let counted = socket?.bytesRead ?? 0
  const measuring = setInterval(() => {
    const arrived = (socket?.bytesRead ?? 0) - counted
    counted += arrived
    if (doOthersWait() && arrived < (minBytesPerSecond * intervalMs) / 1000) socket?.destroy()
  }, intervalMs)
  return () => clearInterval(measuring)
}
