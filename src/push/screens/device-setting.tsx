import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { useSite } from '../../site/site.tsx'
import { ErrorMessage } from '../../ui/data/error-state.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Link } from '../../ui/routing/link.tsx'
import { type DeviceState, readDevice, turnOff, turnOn } from './this-device.ts'

/** Applies at once, to this browser alone. */
export function DeviceSetting() {
  const client = useQueryClient()
  const device = useQuery({
    queryKey,
    queryFn: readDevice,
    staleTime: 0,
    // The member may return from the browser's settings.
    refetchOnWindowFocus: 'always',
  })
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnOn() : turnOff()),
    onSuccess: state => client.setQueryData<DeviceState>(queryKey, state),
  })
  const status = useId()
  const state = device.data
  const canChange = state === 'on' || state === 'off'
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <Switch
        checked={change.isPending ? change.variables : state === 'on'}
        disabled={!canChange || change.isPending}
        aria-describedby={status}
        onChange={event => change.mutate(event.target.checked)}
      >
        Notifications on this device
      </Switch>
      <p id={status} role="status" className="text-sm text-pretty text-muted">
        {change.isPending ? (
          change.variables ? (
            'Waiting for your browser…'
          ) : (
            'Turning off…'
          )
        ) : state ? (
          <StateText state={state} />
        ) : (
          !device.isError && 'Checking this device…'
        )}
      </p>
      <noscript>
        <p className="text-sm text-muted">Notifications need JavaScript.</p>
      </noscript>
      <ErrorMessage>
        {change.isError
          ? 'That did not work. Check your connection and try again.'
          : device.isError && 'This device could not be checked. Reload the page to try again.'}
      </ErrorMessage>
    </div>
  )
}

const queryKey = ['notifications on this device']

function StateText({ state }: { state: DeviceState }): ReactNode {
  const { brand } = useSite()
  if (state === 'unsupported')
    return `This browser cannot show notifications. On an iPhone or iPad, add ${brand} to the Home Screen and open it from there.`
  if (state === 'blocked')
    return `Blocked by your browser. Allow notifications for ${brand} in the browser’s site settings, then come back here.`
  if (state === 'off') return 'Off. Your browser asks for permission when you turn them on.'
  return (
    <>
      On. Choose whose drops you hear about under{' '}
      <Link href={paths.following} className="font-medium text-ink underline">
        Who You Follow
      </Link>
      .
    </>
  )
}
