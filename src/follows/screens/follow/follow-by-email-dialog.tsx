import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ApiError, call } from '../../../ui/data/api.ts'
import { EmailField } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import * as schemas from '../../follows.schemas.ts'
import { type EmailFollow, emailTyped, keepEmailFollow } from './email-follows.ts'
import { type FollowResult, followFailure, toastFollowFailure } from './follow-result.ts'

type FollowByEmailDialogProps = {
  username: string
  onClose: () => void
  /** Gets null when a mail was asked for: an earlier failure is not shown beside it. */
  onResult: (result: FollowResult | null) => void
  /** The state of the follow that this browser remembers, by any email. */
  state: EmailFollow | null
}

/** Asks a visitor for an email, to which the server mails a link that confirms it. */
export function FollowByEmailDialog({
  username,
  onClose,
  onResult,
  state,
}: FollowByEmailDialogProps) {
  const [typed] = useState(() => (state === 'following' ? '' : emailTyped(username)))
  const [isOther, setOther] = useState(false)
  const isAsked = state === 'asked' && typed !== '' && !isOther
  const form = useForm({
    initialValues: { email: typed },
    schema: schemas.follow.body,
    validateOn: 'submit',
    async onSubmit({ email = '' }) {
      try {
        await call('POST /api/users/:username/followers', { params: { username }, body: { email } })
      } catch (error) {
        // The form shows the message of such a failure at its field.
        if (error instanceof ApiError && error.field) throw error
        const failure = followFailure(error)
        const text = `${failure.title}. ${failure.message}`
        toastFollowFailure(failure)
        if (!failure.isFinal) return { root: text }
        if (isAsked) return { root: text }
        close({ text, failed: true })
        return
      }
      close(null)
      keepEmailFollow(username, 'asked', email)
      void toast('Check your email to confirm', {
        // Whether a mail is sent, and when, depends on the email, so the text is true of both.
        description: `Open the link in our mail to ${email}. If none has come after an hour, try again.`,
        kind: 'success',
      })
    },
  })

  const { formRef } = form.dialog
  useEffect(() => {
    if (isOther) formRef.current?.querySelector<HTMLInputElement>('[name="email"]')?.select()
  }, [isOther, formRef])

  function close(result: FollowResult | null) {
    onClose()
    onResult(result)
  }

  return (
    <FormDialog
      {...form.dialog}
      onClose={onClose}
      title={isAsked ? 'Check your email' : `Follow @${username}`}
      description={
        isAsked
          ? // Whether a mail is sent depends on the address, so the text is true of both.
            `Open the link in our mail to ${typed}. Look under spam if it is not there.`
          : state === 'following'
            ? `You follow @${username} by email. Every mail has a link to stop. Follow with another address?`
            : `One email each time @${username} drops, at most once a week. No account needed.`
      }
      submitLabel={isAsked ? 'Send it again' : 'Follow'}
    >
      <EmailField
        {...form.field('email')}
        readOnly={isAsked}
        hint={`@${username} will see this address.`}
      />
      {isAsked && (
        <p>
          <Button
            variant="quiet"
            size="sm"
            className="px-0! underline"
            onClick={() => setOther(true)}
          >
            Other address
          </Button>
        </p>
      )}
    </FormDialog>
  )
}
