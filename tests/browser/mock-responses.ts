import type { Page } from '@playwright/test'

// Responses that the server seldom gives. `calls` is a glob of addresses.

export const respond = (page: Page, calls: string, body: unknown, status = 200) =>
  page.route(calls, route => route.fulfill({ status, json: body }))

export const fail = (page: Page, calls: string) =>
  respond(page, calls, { message: 'Something went wrong on our side. Please try again.' }, 500)

export const neverRespond = (page: Page, calls: string) => page.route(calls, () => {})

/** The streaming service's player in its 80 px layout: it says that it is ready, and shows the last command that it was sent. */
export const mockPlayer = (page: Page) =>
  page.route('https://open.spotify.com/embed/**', route =>
    route.fulfill({ contentType: 'text/html', body: player }),
  )

const player = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Player</title><style>
  body { margin: 0; height: 100vh; display: flex; gap: 12px; align-items: center; border-radius: 12px; background: #4a3b5c; color: #fff; font: 14px sans-serif }
  i { width: 64px; height: 64px; margin-left: 8px; border-radius: 6px; background: #c2a13b }
</style><body><i></i><main><h1 style="font-size: 14px">The service’s player</h1><output></output></main><script>
  let commands = 0
  addEventListener('message', ({ data }) => {
    document.querySelector('output').textContent = data.command + ' ' + ++commands
  })
  parent.postMessage({ type: 'ready' }, '*')
</script>`
