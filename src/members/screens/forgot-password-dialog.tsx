import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { BodyOf } from '../../platform/endpoint.contract.ts'
import { call, errorMessage } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import { forgotPassword } from '../members.contract.ts'
import * as schemas from '../members.schemas.ts'

type ForgotPasswordDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What stands in the form behind it. */
  email: string
  /** With what to say in place; the dialog is closed. */
  onSent: (words: string) => void
}

export function ForgotPasswordDialog({
  open,
  onOpenChange,
  email,
  onSent,
}: ForgotPasswordDialogProps) {
  const formId = useId()
  const form = useForm<BodyOf<typeof forgotPassword>>({
    resolver: standardSchemaResolver(schemas.forgotPassword.body),
    values: { email },
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async body => {
    try {
      const { message } = await call(forgotPassword, { body })
      change(false)
      onSent(message)
      void toast('Email Sent', { description: message, kind: 'success' })
    } catch (error) {
      const message = errorMessage(error, 'Failed to send reset email')
      form.setError('root', { message: `Request Failed. ${message}` })
      void toast('Request Failed', { description: message, kind: 'error' })
    }
  })

  function change(next: boolean) {
    if (!next) form.clearErrors()
    onOpenChange(next)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Forgot password?"
      description="Give the email of your account, and a link to set a new password comes by mail. It works for an hour."
      footer={
        <>
          <Button variant="secondary" onClick={() => change(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} pending={isSubmitting}>
            Send reset link
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-4">
        <ErrorMessage>{errors.root?.message}</ErrorMessage>
        <TextField
          {...form.register('email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          error={errors.email?.message}
        />
      </form>
    </Dialog>
  )
}
