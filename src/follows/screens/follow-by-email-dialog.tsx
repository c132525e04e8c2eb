import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { BodyOf } from '../../platform/endpoint.contract.ts'
import { call } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSite } from '../../ui/site.tsx'
import { toast } from '../../ui/toast.ts'
import { follow } from '../follows.contract.ts'
import * as schemas from '../follows.schemas.ts'
import type { FollowOutcome } from './follow-button.tsx'
import { followFailure, showFollowFailure } from './follow-words.ts'

type FollowByEmailDialogProps = {
  username: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** When there is nothing left to do here. */
  onOutcome: (outcome: FollowOutcome) => void
}

/** For visitors: the address goes to the server, which mails a link to confirm it. */
export function FollowByEmailDialog({
  username,
  open,
  onOpenChange,
  onOutcome,
}: FollowByEmailDialogProps) {
  const { brand } = useSite()
  const formId = useId()
  const form = useForm<BodyOf<typeof follow>>({
    resolver: standardSchemaResolver(schemas.follow.body),
    defaultValues: { email: '' },
  })
  const { errors, isSubmitting } = form.formState

  function leave(outcome: FollowOutcome) {
    form.reset()
    onOpenChange(false)
    onOutcome(outcome)
  }

  const submit = form.handleSubmit(async ({ email = '' }) => {
    try {
      await call(follow, { params: { username }, body: { email } })
    } catch (error) {
      const failure = followFailure(error, brand)
      const text = `${failure.title}. ${failure.message}`
      showFollowFailure(failure)
      if (failure.isFinal) leave({ text, failed: true })
      else form.setError('root', { message: text })
      return
    }
    leave({ text: `Check your email to confirm. We sent a link to ${email}.` })
    void toast('Check your email to confirm', {
      description: `We sent a link to ${email}.`,
      kind: 'success',
    })
  })

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Follow @${username}`}
      description={`One email each time @${username} drops a new ${brand}, at most once a week. No account needed.`}
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} pending={isSubmitting}>
            Follow
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
          autoComplete="email"
          inputMode="email"
          placeholder="you@example.com"
          error={errors.email?.message}
          hint={`@${username} will see this address.`}
        />
      </form>
    </Dialog>
  )
}
