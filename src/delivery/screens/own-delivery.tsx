import { useIsCurrentUser } from '../../members/screens/use-current-user.ts'
import { createStore, useStore } from '../../ui/create-store.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadBoundary } from '../../ui/load-boundary.tsx'
import { componentLater } from '../../ui/load-later.ts'
import { Skeleton } from '../../ui/loading.tsx'

type Props = { username: string; dropNumber: number; hasNote: boolean }

const DeliveryPanel = componentLater(() => import('./delivery-panel.tsx'), 'DeliveryPanel')

export function OwnDelivery({ username, dropNumber, hasNote }: Props) {
  const isOwner = useIsCurrentUser(username)
  const isHydrated = useStore(hydrated)
  if (!isOwner) return null
  const placeholder = <Skeleton className="h-44 rounded-card! sm:h-36" />
  if (!isHydrated) return placeholder
  return (
    <LoadBoundary
      loading={placeholder}
      failed={retry => (
        <ErrorState
          title="Who got this drop could not be loaded"
          query={{ isFetching: false, refetch: retry }}
        />
      )}
    >
      <DeliveryPanel dropNumber={dropNumber} hasNote={hasNote} />
    </LoadBoundary>
  )
}

/** Server rendering cannot wait for a lazy module, so it renders only the placeholder. */
const hydrated = createStore(() => true, false)
