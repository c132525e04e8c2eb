import { Suspense, useSyncExternalStore } from 'react'
import { useIsCurrentUser } from '../../members/screens/use-current-user.ts'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { Skeleton } from '../../ui/loading.tsx'

type Props = { username: string; dropNumber: number }

const DeliveryPanel = lazyComponent(() => import('./delivery-panel.tsx'), 'DeliveryPanel')

/** The delivery panel for the drop's owner; anybody else loads nothing of it. */
export function OwnDelivery({ username, dropNumber }: Props) {
  const isOwner = useIsCurrentUser(username)
  // The server's rendering cannot wait for a module, so it keeps the room alone.
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  if (!isOwner) return null
  const room = <Skeleton className="h-44 rounded-card! sm:h-36" />
  if (!isInBrowser) return room
  return (
    <Suspense fallback={room}>
      <DeliveryPanel dropNumber={dropNumber} />
    </Suspense>
  )
}

const never = () => () => {}
