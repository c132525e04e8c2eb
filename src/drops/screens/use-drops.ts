import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { nobody, tabValue } from '../../members/screens/browser-state.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { visibleText } from '../../platform/text/visible-text.shared.ts'
import { useStore } from '../../ui/create-store.ts'
import { call, errorMessage, failureCode, query } from '../../ui/data/api.ts'
import { useCall } from '../../ui/data/use-call.ts'
import { toast, toastError } from '../../ui/overlays/toast.ts'
import { useFormatDate } from '../../ui/text/dates.tsx'
import type { DropListItem } from '../drops.schemas.ts'
import { daysBetweenDrops } from '../drops.shared.ts'
import { useNow } from './countdown.ts'
import {
  dropButtonHiddenSince,
  hideDropButton,
  setDropSuccessful,
  showDropButton,
} from './drop-flags.ts'
import { dispatchDropCompleted } from './reload-history.ts'

/** The time of the page lags behind the server's by up to a second, so that a week would be shown as eight days. */
const maxWaitMs = daysBetweenDrops * 24 * 3_600_000

const freshMs = 24 * 3_600_000

export const hasChangesQuery = query('GET /api/drops/has-changes', {})
export const weeklyLimitQuery = query('GET /api/drops/check-weekly-limit', {})

/** The member's number of drops, polled every 3 seconds while the tab is visible. */
export function useDropsCount(username: string): number | undefined {
  const countQuery = query('GET /api/users/:username/drops-count', { params: { username } })
  return useQuery({ ...countQuery, refetchInterval: 3000 }).data?.totalDrops
}

/** Whether the drop button is visible, and the time until a drop is allowed. Polling stops while the tab is hidden. */
export function useDropState() {
  const memberKey = useMemberKey()
  const flag = useMemo(() => dropButtonHiddenSince(memberKey), [memberKey])
  const hiddenSince = useStore(flag)
  const { data: changes } = useQuery({ ...hasChangesQuery, refetchInterval: 5000 })
  const savedAt = changes?.savedAt
  // A list that was saved on another device cannot change this browser's flag.
  useEffect(() => {
    if (savedAt && hiddenSince && savedAt > hiddenSince) showDropButton(memberKey)
  }, [savedAt, hiddenSince, memberKey])
  const { data: limit } = useQuery({ ...weeklyLimitQuery, refetchInterval: 60_000 })
  const lastDrop = changes?.lastDrop
  const nextDropTime = limit?.nextDropTime ? Date.parse(limit.nextDropTime) : 0
  const now = useNow(1000)
  return {
    /** The number of a drop made now; null while unknown. */
    nextNumber: changes ? (lastDrop?.number ?? 0) + 1 : null,
    /** The drop of the last 24 hours. */
    freshDrop: lastDrop && now - Date.parse(lastDrop.madeAt) < freshMs ? lastDrop : null,
    hasChanges: changes?.hasChanges === true,
    // The specification asks for the flag; `hasChanges` alone would do.
    visible: changes?.hasChanges === true && hiddenSince === null,
    /** Milliseconds until a drop is allowed; 0 when it is, null while unknown. */
    wait: limit ? Math.min(Math.max(0, nextDropTime - now), maxWaitMs) : null,
    nextDropTime,
  }
}

export type DropState = ReturnType<typeof useDropState>

/** A note that is not dropped yet, which outlives the page in this tab. */
export function useKeptNote() {
  const memberKey = useMemberKey()
  const kept = useMemo(() => tabValue('note', memberKey), [memberKey])
  const note = useStore(kept) ?? ''
  return [note, (text: string) => kept.write(text || null)] as const
}

type MakeDropOptions = {
  /** The number of a drop made now; null while unknown. */
  number: number | null
  /** Gets the number of a failed drop where its outcome is unknown, otherwise null. */
  onUnknown: (number: number | null) => void
  onDropped: (drop: DropListItem) => void
}

/**
 * A drop whose response was lost on the way, or whose commit the server could not see, counts as made once the newest drop has
 * the number and note that were sent. Where that cannot be seen, `onUnknown` keeps the number, and the next attempt looks for
 * it when it comes too soon. The browser itself makes that attempt when a connection breaks.
 */
export function useMakeDrop({ number, onUnknown, onDropped }: MakeDropOptions) {
  const memberKey = useMemberKey()
  const client = useQueryClient()
  const dropErrorMessage = useDropErrorMessage()
  // Polling may count the drop before its call has failed, and then `number` is the next one.
  const attempted = useRef(number)
  async function finish(drop: DropListItem) {
    // A response still in flight would show the button again.
    await client.cancelQueries({ queryKey: hasChangesQuery.queryKey })
    client.setQueryData(hasChangesQuery.queryKey, {
      hasChanges: false,
      savedAt: null,
      lastDrop: { number: drop.drop_number, madeAt: drop.created_at },
    })
    hideDropButton(memberKey, drop.created_at)
    setDropSuccessful()
    dispatchDropCompleted(drop.drop_number)
    onDropped(drop)
  }
  return useCall('POST /api/drops', {
    onMutate() {
      attempted.current = number
    },
    onSuccess: finish,
    async onError(error, { body }) {
      const refreshLimit = () => client.invalidateQueries({ queryKey: weeklyLimitQuery.queryKey })
      const code = failureCode(error)
      const isUnknown = code === undefined || code === 'database_unavailable'
      if (isUnknown || code === 'drop_too_soon') {
        const drop = await newestDrop()
        if (
          drop?.drop_number === attempted.current &&
          drop?.note === visibleText(body.note ?? '')
        ) {
          await finish(drop)
          // A call without a response makes nothing stale by itself.
          return refreshLimit()
        }
      }
      onUnknown(isUnknown ? attempted.current : null)
      void refreshLimit()
      void toastError('Failed to drop', dropErrorMessage(error))
    },
  })
}

/** The newest drop; undefined also when the call fails, because the caller shows its own failure then. */
const newestDrop = () =>
  call('GET /api/drops', { query: {} }).then(
    ([newest]) => newest,
    () => undefined,
  )

const useMemberKey = () => useCurrentUser()?.member_key ?? nobody

export function useTestDrop(onSent: () => void) {
  const dropErrorMessage = useDropErrorMessage()
  return useCall('POST /api/test-drop', {
    onSuccess() {
      onSent()
      void toast('Test Drop Complete!', {
        description: 'Check your email inbox...',
        kind: 'success',
      })
    },
    onError(error) {
      void toastError('Failed to complete test drop', dropErrorMessage(error))
    },
  })
}

/** The clock of this device may be ahead, so that a drop is offered before the server allows it. */
export function useDropErrorMessage() {
  const { data: limit } = useQuery(weeklyLimitQuery)
  const dateAndTime = useDateAndTime()
  return (error: Error) =>
    failureCode(error) === 'drop_too_soon' && limit?.nextDropTime
      ? `You can drop once every ${daysBetweenDrops} days. Your next drop unlocks on ${dateAndTime(limit.nextDropTime)}.`
      : errorMessage(error, 'Something went wrong. Please try again.')
}

/** "December 3, 2026 at 11:05 PM", in the time zone of the device. */
export function useDateAndTime() {
  const formatDate = useFormatDate()
  return (time: string) => {
    const hour = new Date(time).toLocaleTimeString('en-US', {
      hour: 'numeric',
      minute: '2-digit',
    })
    return `${formatDate(time)} at ${hour}`
  }
}
