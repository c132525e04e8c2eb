import { call, errorMessage } from '../../../ui/data/api.ts'
import { EmailField } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { toast, toastError } from '../../../ui/overlays/toast.ts'
import * as schemas from '../../members.schemas.ts'

type ForgotPasswordDialogProps = {
  onClose: () => void
  email: string
  onSent: (message: string) => void
}

export function ForgotPasswordDialog({ onClose, email, onSent }: ForgotPasswordDialogProps) {
  const form = useForm({
    initialValues: { email },
    schema: schemas.forgotPassword.body,
    validateOn: 'submit',
    async onSubmit(body) {
      try {
        const { message } = await call('POST /api/forgot-password', { body })
        onClose()
        onSent(message)
        void toast('Email Sent', { description: message, kind: 'success' })
      } catch (error) {
        const message = errorMessage(error, 'Failed to send reset email')
        void toastError('Request Failed', message)
        return { root: `Request Failed. ${message}` }
      }
    },
  })

  return (
    <FormDialog
      {...form.dialog}
      onClose={onClose}
      title="Forgot password?"
      description="Give the email of your account, and a link to set a new password comes by mail. It works for an hour."
      submitLabel="Send reset link"
    >
      <EmailField {...form.field('email')} />
    </FormDialog>
  )
}
