import { type FunctionComponent, lazy } from 'react'

/** `React.lazy` for a component that its module exports by name. */
export const lazyComponent = <Name extends string, Props>(
  load: () => Promise<Record<Name, FunctionComponent<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }))

/** Starts to download a module that will probably be needed. A failure is ignored here: the real request tries again. */
export function preload(load: () => Promise<unknown>) {
  load().catch(() => {})
}
