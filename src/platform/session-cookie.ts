import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

export const sessionDays = 30

const name = (secure: boolean) => (secure ? '__Host-session' : 'session')

export const readSessionCookie = (c: Context, secure: boolean) => getCookie(c, name(secure))

export function writeSessionCookie(c: Context, token: string, secure: boolean) {
  setCookie(c, name(secure), token, {
    httpOnly: true,
    sameSite: 'Lax',
    secure,
    path: '/',
    maxAge: sessionDays * 24 * 60 * 60,
  })
}

export function clearSessionCookie(c: Context, secure: boolean) {
  deleteCookie(c, name(secure), { path: '/', secure })
}
