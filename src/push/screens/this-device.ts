import { paths } from '../../contract/paths.shared.ts'
import { call } from '../../ui/data/api.ts'

export type DeviceState = 'unsupported' | 'blocked' | 'off' | 'on'

export async function readDevice(): Promise<DeviceState> {
  const container = serviceWorkers()
  if (!container) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const registration = await container.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription || Notification.permission !== 'granted') return 'off'
  return (await call('GET /api/push', {})).subscribed ? 'on' : 'off'
}

/** Must be called from a click handler, because browsers ask for the permission only then. */
export async function turnOn(): Promise<DeviceState> {
  const container = serviceWorkers()
  if (!container) return 'unsupported'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  const { publicKey } = await call('GET /api/push', {})
  await container.register(paths.serviceWorker)
  const { pushManager } = await container.ready
  // A subscription that was made with another key cannot be renewed.
  const previous = await pushManager.getSubscription()
  await previous?.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await call('PUT /api/push/subscription', {
    body: { endpoint: endpoint ?? '', keys: { p256dh, auth } },
  })
  return 'on'
}

export async function turnOff(): Promise<DeviceState> {
  await call('DELETE /api/push/subscription', {})
  const registration = await serviceWorkers()?.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  return 'off'
}

/** Null where the browser cannot show notifications, or the page came without https. */
function serviceWorkers(): ServiceWorkerContainer | null {
  const supported =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return supported ? navigator.serviceWorker : null
}
