import { useSyncExternalStore } from 'react'

export type Store<T> = {
  read: () => T
  serverValue: T
  subscribe(listener: () => void): () => void
  /** Must be called after the value has changed. */
  notify(): void
}

/** `serverValue` is for rendering and hydration; `events` are of the window and may change the value without `notify`. */
export function createStore<T>(read: () => T, serverValue: T, events: string[] = []): Store<T> {
  const listeners = new Set<() => void>()
  return {
    read,
    serverValue,
    subscribe(listener) {
      listeners.add(listener)
      for (const event of events) window.addEventListener(event, listener)
      return () => {
        listeners.delete(listener)
        for (const event of events) window.removeEventListener(event, listener)
      }
    },
    notify() {
      for (const listener of listeners) listener()
    },
  }
}

export const useStore = <T>({ subscribe, read, serverValue }: Store<T>): T =>
  useSyncExternalStore(subscribe, read, () => serverValue)

/** False on the server and in the rendering that hydrates its page; components that differ afterwards mount anew. */
export const hydrated = createStore(() => true, false)
