import { ApiError, call, errorMessage } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { toast } from '../../ui/toast.ts'
import { resetPassword } from '../members.contract.ts'
import { PasswordField } from './password-field.tsx'
import { useLightForm } from './use-light-form.ts'

type ResetPasswordFormProps = {
  token: string
  onDone: () => void
  /** The link has been used or has grown too old since the page was opened. */
  onLinkRefused: (message: string) => void
}

const loadSchema = async () => (await import('../members.schemas.ts')).resetPasswordForm

export function ResetPasswordForm({ token, onDone, onLinkRefused }: ResetPasswordFormProps) {
  const empty = { newPassword: '', confirmPassword: '' }
  const form = useLightForm(empty, loadSchema, async ({ newPassword }) => {
    try {
      await call(resetPassword, { body: { token, newPassword } })
      const description = 'Your password has been successfully reset'
      void toast('Password Changed', { description, kind: 'success' })
      onDone()
    } catch (error) {
      const { code, field } = error instanceof ApiError ? error : {}
      const message = errorMessage(error, 'Failed to reset password')
      void toast('Reset Failed', { description: message, kind: 'error' })
      if (code === 'invalid_token') onLinkRefused(message)
      return field === 'newPassword'
        ? { newPassword: message }
        : { root: `Reset Failed. ${message}` }
    }
  })

  return (
    <form method="post" onSubmit={form.submit} noValidate className="grid gap-4">
      <PasswordField
        {...form.field('newPassword')}
        label="New Password"
        autoComplete="new-password"
        hint="8 to 100 characters"
      />
      <PasswordField
        {...form.field('confirmPassword')}
        label="Confirm Password"
        autoComplete="new-password"
      />
      <ErrorMessage>{form.errors.root}</ErrorMessage>
      <Button type="submit" size="lg" pending={form.isSending} className="w-full">
        Reset Password
      </Button>
    </form>
  )
}
