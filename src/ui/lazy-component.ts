import { type FunctionComponent, lazy, useEffect, useState } from 'react'

type Load<Name extends string, Props> = () => Promise<Record<Name, FunctionComponent<Props>>>

/** `React.lazy` for a component that its module exports by name. */
export const lazyComponent = <Name extends string, Props>(load: Load<Name, Props>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }))

/** Starts to download a module that will probably be needed. A failure is ignored here: the real request tries again. */
export function preload(load: () => Promise<unknown>) {
  load().catch(() => {})
}

/**
 * A hook for a component that the page can do without at first: undefined until it has been downloaded,
 * which begins after hydration. When `attempt` changes, a failed download is tried again.
 */
export function loadedLater<Name extends string, Props>(load: Load<Name, Props>, name: Name) {
  let loaded: FunctionComponent<Props> | undefined
  return function useLoadedLater(attempt: unknown): FunctionComponent<Props> | undefined {
    const [, setLoaded] = useState(false)
    // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `attempt` is what retries
    useEffect(() => {
      if (loaded) return
      preload(async () => {
        loaded = (await load())[name]
        setLoaded(true)
      })
    }, [attempt])
    return loaded
  }
}
