declare const self: ServiceWorkerGlobalScope

/**
 * The service worker. It keeps files whose names contain a hash, and a page for when there is no connection, and shows
 * notifications; pages and calls always come from the server. `version` differs between builds. Is sent as text
 * (`scriptOf`).
 */
export function serviceWorker(version: string, offlinePage: string) {
  const cacheName = `radr-${version}`

  self.addEventListener('install', event => {
    event.waitUntil(
      caches
        .open(cacheName)
        .then(cache => cache.add(offlinePage))
        .then(() => self.skipWaiting()),
    )
  })

  self.addEventListener('activate', event => {
    const isOld = (name: string) => name.startsWith('radr-') && name !== cacheName
    event.waitUntil(
      caches
        .keys()
        .then(names => Promise.all(names.filter(isOld).map(name => caches.delete(name))))
        .then(() => self.clients.claim()),
    )
  })

  self.addEventListener('fetch', event => {
    const { request } = event
    const url = new URL(request.url)
    if (request.method !== 'GET' || url.origin !== self.location.origin) return
    if (request.mode === 'navigate')
      event.respondWith(
        fetch(request).catch(async () => (await caches.match(offlinePage)) ?? Response.error()),
      )
    else if (url.pathname.startsWith('/assets/')) event.respondWith(fromCache(event))
  })

  self.addEventListener('push', event => {
    const { title, body, address } = event.data?.json() ?? {}
    event.waitUntil(
      self.registration.showNotification(title, {
        body,
        icon: '/icon-192.png',
        // A notification that arrives twice replaces itself.
        tag: address,
        data: { address },
      }),
    )
  })

  self.addEventListener('notificationclick', event => {
    event.notification.close()
    event.waitUntil(open(new URL(event.notification.data.address, self.location.origin)))
  })

  // Tabs with other pages are left alone: they may play something or have unsaved changes.
  async function open(target: URL) {
    const windows = await self.clients.matchAll({ type: 'window' })
    const openTab = windows.find(({ url }) => new URL(url).pathname === target.pathname)
    return openTab ? openTab.focus() : self.clients.openWindow(target)
  }

  async function fromCache(event: FetchEvent) {
    const { request } = event
    const cache = await caches.open(cacheName)
    const found = await cache.match(request)
    if (found) return found
    const response = await fetch(request)
    // The response does not wait for the cache, which fails when it is full.
    if (response.ok) event.waitUntil(cache.put(request, response.clone()))
    return response
  }
}
