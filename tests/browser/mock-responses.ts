import type { Page } from '@playwright/test'

// Responses that the server seldom gives. `calls` is a glob of addresses.

export const respond = (page: Page, calls: string, body: unknown, status = 200) =>
  page.route(calls, route => route.fulfill({ status, json: body }))

export const fail = (page: Page, calls: string) =>
  respond(page, calls, { message: 'Something went wrong on our side. Please try again.' }, 500)

export const neverRespond = (page: Page, calls: string) => page.route(calls, () => {})
