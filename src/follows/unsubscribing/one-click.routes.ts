import { paths } from '../../contract/paths.shared.ts'
import { oneClickRoute } from '../../mail/one-click-route.ts'
import type { Context } from '../../platform/context.ts'
import type { App } from '../../platform/http.ts'
import { unsubscribeByLink } from './unsubscribe.ts'

export const oneClickRoutes = (app: App, context: Context) =>
  oneClickRoute(app, {
    path: paths.oneClickUnsubscribe(':token'),
    page: paths.unsubscribe,
    stop: async token => ({ username: await unsubscribeByLink(context, token) }),
  })
