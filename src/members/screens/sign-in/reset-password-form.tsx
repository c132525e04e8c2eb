import { Button } from '../../../ui/button.tsx'
import { ApiError, call, errorMessage } from '../../../ui/data/api.ts'
import { ErrorMessage } from '../../../ui/data/error-state.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { toast, toastError } from '../../../ui/overlays/toast.ts'
import { resetMismatch } from '../../members.shared.ts'
import { PasswordField } from '../password-field.tsx'
import { loadSchemas } from './schemas.ts'

type ResetPasswordFormProps = {
  token: string
  onDone: () => void
  onInvalidLink: (message: string) => void
}

export function ResetPasswordForm({ token, onDone, onInvalidLink }: ResetPasswordFormProps) {
  const form = useForm({
    initialValues: { newPassword: '', confirmPassword: '' },
    schema: async () => (await loadSchemas()).resetPasswordForm,
    async onSubmit({ newPassword, confirmPassword }) {
      if (newPassword !== confirmPassword) return { confirmPassword: resetMismatch }
      try {
        await call('POST /api/reset-password', { body: { token, newPassword } })
        const description = 'Your password has been successfully reset'
        void toast('Password Changed', { description, kind: 'success' })
        onDone()
      } catch (error) {
        const { code, field } = error instanceof ApiError ? error : {}
        const message = errorMessage(error, 'Failed to reset password')
        void toastError('Reset Failed', message)
        if (code === 'invalid_token') onInvalidLink(message)
        return field === 'newPassword'
          ? { newPassword: message }
          : { root: `Reset Failed. ${message}` }
      }
    },
  })

  return (
    <form {...form.form} className="grid gap-4">
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
      <Button type="submit" size="lg" pending={form.isSubmitting} className="w-full">
        Reset Password
      </Button>
    </form>
  )
}
