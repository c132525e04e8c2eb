import type { Context } from '../platform/context.ts'
import type { App } from '../platform/http.ts'

export function followRoutes(_app: App, _context: Context) {}
