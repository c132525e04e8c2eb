import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toastHost } from './toast.ts'

const Host = lazy(() =>
  import('./toaster-host.tsx').then(({ ToasterHost }) => ({ default: ToasterHost })),
)

/** Put once at the app's root. Costs nothing until the first toast. */
export function Toaster() {
  const wanted = useSyncExternalStore(toastHost.subscribe, toastHost.wanted, () => false)
  return wanted ? (
    <Suspense fallback={null}>
      <Host />
    </Suspense>
  ) : null
}
