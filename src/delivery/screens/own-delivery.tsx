import { useIsCurrentUser } from '../../members/screens/use-current-user.ts'
import { LazyBoundary } from '../../site/lazy-boundary.tsx'
import { hydrated, useStore } from '../../ui/create-store.ts'
import { ErrorState } from '../../ui/data/error-state.tsx'
import { Skeleton } from '../../ui/data/loading.tsx'
import { lazyComponent, reloadIfServerAnswers } from '../../ui/routing/lazy.ts'

type Props = { username: string; dropNumber: number; hasNote: boolean }

const DeliveryPanel = lazyComponent(() => import('./delivery-panel.tsx'), 'DeliveryPanel')

export function OwnDelivery({ username, dropNumber, hasNote }: Props) {
  const isOwner = useIsCurrentUser(username)
  const isHydrated = useStore(hydrated)
  if (!isOwner) return null
  const placeholder = <Skeleton className="h-44 rounded-card! sm:h-36" />
  // Server rendering cannot wait for a lazy component.
  if (!isHydrated) return placeholder
  return (
    <LazyBoundary
      loading={placeholder}
      failed={
        <ErrorState
          title="Who got this drop could not be loaded"
          query={{ isFetching: false, refetch: reloadIfServerAnswers }}
        />
      }
    >
      <DeliveryPanel dropNumber={dropNumber} hasNote={hasNote} />
    </LazyBoundary>
  )
}
