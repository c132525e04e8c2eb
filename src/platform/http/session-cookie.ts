import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'

export const sessionDays = 30

const sessionCookieName = (secure: boolean) => (secure ? '__Host-session' : 'session')

export const readSessionCookie = (c: Context, secure: boolean) =>
  getCookie(c, sessionCookieName(secure))

/** Whether the app would read a session cookie, for requests that have not entered it. */
export function hasSessionCookie(cookies: string, secure: boolean): boolean {
  const name = sessionCookieName(secure)
  return Boolean(parse(cookies, name)[name])
}

export function writeSessionCookie(c: Context, token: string, secure: boolean) {
  setCookie(c, sessionCookieName(secure), token, {
    httpOnly: true,
    sameSite: 'Lax',
    secure,
    path: '/',
    maxAge: sessionDays * 24 * 60 * 60,
  })
}

export function clearSessionCookie(c: Context, secure: boolean) {
  deleteCookie(c, sessionCookieName(secure), { path: '/', secure })
}
