import { useQueryClient } from '@tanstack/react-query'
import { paths } from '../../contract/paths.shared.ts'
import * as schemas from '../../members/account.schemas.ts'
import { clearBrowserState } from '../../members/screens/browser-state.ts'
import { PasswordField } from '../../members/screens/password-field.tsx'
import { endSession } from '../../members/screens/session.ts'
import { call } from '../../ui/data/api.ts'
import { TextField } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'

type DeleteAccountDialogProps = {
  username: string
  onClose: () => void
}

export function DeleteAccountDialog({ username, onClose }: DeleteAccountDialogProps) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: { username: '', password: '' },
    schema: schemas.deleteAccount.body,
    validateOn: 'submit',
    async onSubmit(body) {
      await call('POST /api/user/delete', { body })
      clearBrowserState()
      endSession(client, paths.login)
    },
  })
  return (
    <FormDialog
      {...form.dialog}
      onClose={onClose}
      title="Delete your account?"
      description="Your list, your drops, your followers and whom you follow are deleted for good. Mail that is waiting is not sent. Nobody can take your name for a year, not even you. This cannot be undone."
      submitLabel="Delete for good"
      variant="danger"
      isBlocking
    >
      <TextField
        {...form.field('username')}
        label="Your username"
        hint={`Type ${username} to confirm.`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...form.field('password')}
        label="Your password"
        autoComplete="current-password"
      />
    </FormDialog>
  )
}
