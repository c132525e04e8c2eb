import type { Context } from '../../../platform/context.ts'
import { type App, handle } from '../../../platform/http.ts'
import * as schemas from './change-email.schemas.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { requestEmailChange } from './request-email-change.ts'
import { undoEmailChange } from './undo-email-change.ts'

export function changeEmailRoutes(app: App, context: Context) {
  handle(app, schemas.requestEmailChange, async ({ body, viewer }) => {
    await requestEmailChange(context, viewer.id, body)
    return {
      message: `Open the link that was mailed to ${body.email} to finish. Until then nothing changes.`,
    }
  })

  handle(app, schemas.confirmEmailChange, async ({ body }) => ({
    username: await confirmEmailChange(context, body.token),
  }))

  handle(app, schemas.undoEmailChange, async ({ body }) => ({
    username: await undoEmailChange(context, body.token),
  }))
}
