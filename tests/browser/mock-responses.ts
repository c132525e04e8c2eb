import type { Page } from '@playwright/test'

// Responses that the server seldom gives. `calls` is a glob of URLs.

export const respond = (page: Page, calls: string, body: unknown, status = 200) =>
  page.route(calls, route => route.fulfill({ status, json: body }))

/** The response of the server with some of its fields changed. */
export const changeResponse = (page: Page, calls: string, changes: object) =>
  page.route(calls, async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } })
  })

export const fail = (page: Page, calls: string) =>
  respond(page, calls, { message: 'Something went wrong on our side. Please try again.' }, 500)

export const neverRespond = (page: Page, calls: string) => page.route(calls, () => {})

/** Holds these calls until the returned function is called. */
export async function hold(page: Page, calls: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(calls, async route => {
    await promise
    await route.fallback()
  })
  return resolve
}

/**
 * The streaming service's player in its 80 px layout: it says that it is ready, and shows the last command that it was
 * sent. Without `starts` the browser lets it play only after a click in it.
 */
export const mockPlayer = (page: Page, { starts = true } = {}) =>
  page.route('https://open.spotify.com/embed/**', route =>
    route.fulfill({ contentType: 'text/html', body: playerWhich(starts) }),
  )

const playerWhich = (
  starts: boolean,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Player</title><style>
  body { margin: 0; height: 100vh; display: flex; gap: 12px; align-items: center; border-radius: 12px; background: #4a3b5c; color: #fff; font: 14px sans-serif }
  i { width: 64px; height: 64px; margin-left: 8px; border-radius: 6px; background: #c2a13b }
</style><body><i></i><main><h1 style="font-size: 14px">The service’s player</h1><output></output></main><script>
  let commands = 0
  addEventListener('message', ({ data }) => {
    document.querySelector('output').textContent = data.command + ' ' + ++commands
    const payload = { position: 1, duration: 30000, isPaused: false }
    if (${starts}) parent.postMessage({ type: 'playback_update', payload }, '*')
  })
  parent.postMessage({ type: 'ready' }, '*')
</script>`

/** A device's share sheet, which headless Chromium does not have; `window.shared` is what it was opened with. */
export async function mockShareSheet(page: Page, { takesFiles = true, fails = false } = {}) {
  await page.addInitScript(
    ({ takesFiles, fails }) => {
      const share = async ({ files, ...data }: ShareData = {}) => {
        if (fails) throw new DOMException('Permission denied', 'NotAllowedError')
        const shown = files?.map(({ type, size }) => ({ type, isEmpty: size === 0 }))
        Object.assign(window, { shared: { ...data, ...(shown && { files: shown }) } })
      }
      const canShare = ({ files = [] }: ShareData = {}) => takesFiles || files.length === 0
      Object.assign(window, { shared: null })
      Object.assign(navigator, { share, canShare })
    },
    { takesFiles, fails },
  )
}

/**
 * A browser's permission and its push service, which headless Chromium does not have. A click that asks
 * for the permission gets it. `subscribed` says what the server knows about the device.
 */
export async function mockPush(page: Page, state: 'off' | 'on' | 'blocked' | 'unsupported') {
  if (state === 'on') await respond(page, '**/api/push', { publicKey: pushKey, subscribed: true })
  await page.addInitScript(
    ({ state, keys }) => {
      if (state === 'unsupported') {
        Reflect.deleteProperty(window, 'PushManager')
        return
      }
      const initial = { on: 'granted', off: 'default', blocked: 'denied' } as const
      let permission: NotificationPermission = initial[state]
      Object.defineProperty(Notification, 'permission', { get: () => permission })
      Notification.requestPermission = async () => (permission = 'granted')
      const endpoint = 'https://push.test/device'
      const subscription = {
        endpoint,
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          current = null
          return true
        },
      }
      let current: typeof subscription | null = state === 'on' ? subscription : null
      const pushManager = {
        getSubscription: async () => current,
        subscribe: async () => (current = subscription),
      }
      const registration = { pushManager }
      const container = {
        register: async () => registration,
        getRegistration: async () => registration,
        ready: Promise.resolve(registration),
      }
      Object.defineProperty(navigator, 'serviceWorker', { value: container })
    },
    { state, keys: { p256dh: pushKey, auth: 'AAAAAAAAAAAAAAAAAAAAAA' } },
  )
}

/** A point of P-256. */
const pushKey =
  'BMHJKxfJWCprGMY5txOszM_yJ_RoZnWS_eg7KzfDcVjbM3kABzHuFJknGw7tlFd5Nusng8sfadPRYxlLCORN_9E'
