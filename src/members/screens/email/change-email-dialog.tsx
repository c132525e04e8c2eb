import { call } from '../../../ui/api.ts'
import { EmailField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useForm } from '../../../ui/use-form.ts'
import * as schemas from '../../account.schemas.ts'
import { PasswordField } from '../password-field.tsx'

type ChangeEmailDialogProps = {
  onClose: () => void
  onSent: (message: string) => void
}

export function ChangeEmailDialog({ onClose, onSent }: ChangeEmailDialogProps) {
  const form = useForm({
    initialValues: { email: '', password: '' },
    schema: schemas.requestEmailChange.body,
    validateOn: 'submit',
    async onSubmit(body) {
      const { message } = await call('POST /api/user/email', { body })
      onClose()
      onSent(message)
    },
  })
  return (
    <FormDialog
      {...form.dialog}
      onClose={onClose}
      title="Change email"
      description="A link to prove the new address is mailed there. Your old address is told, and can undo the change for a week."
      submitLabel="Send link"
    >
      <EmailField {...form.field('email')} label="New email" />
      <PasswordField
        {...form.field('password')}
        label="Your password"
        autoComplete="current-password"
      />
    </FormDialog>
  )
}
