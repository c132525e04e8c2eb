import { Suspense } from 'react'
import { useStore } from './create-store.ts'
import { lazyComponent } from './lazy-component.ts'
import { toasterUsed } from './toast.ts'

const ToasterHost = lazyComponent(() => import('./toaster-host.tsx'), 'ToasterHost')

/** Rendered once at the root of the app. */
export function Toaster() {
  return useStore(toasterUsed) ? (
    <Suspense fallback={null}>
      <ToasterHost />
    </Suspense>
  ) : null
}
