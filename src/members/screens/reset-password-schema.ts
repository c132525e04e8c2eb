import * as z from 'zod/mini'
import { newPasswordSchema } from '../members.contract.ts'

/** Loaded with the first field that is left: zod is heavier than the page. */
export const resetPasswordForm = z
  .object({ newPassword: newPasswordSchema, confirmPassword: z.string() })
  .check(
    z.refine(form => form.newPassword === form.confirmPassword, {
      message: 'Passwords do not match',
      path: ['confirmPassword'],
    }),
  )
