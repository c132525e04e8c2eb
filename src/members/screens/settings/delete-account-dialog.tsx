import { useQueryClient } from '@tanstack/react-query'
import { paths } from '../../../contract/paths.shared.ts'
import { call } from '../../../ui/api.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useForm } from '../../../ui/use-form.ts'
import * as schemas from '../../account.schemas.ts'
import { clearBrowserState } from '../browser-state.ts'
import { PasswordField } from '../password-field.tsx'
import { endSession } from '../session.ts'

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
      tone="danger"
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
