import { call } from '../../../ui/data/api.ts'
import { EmailField } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import * as schemas from '../../follows.schemas.ts'
import { keepEmailFollow } from './email-follows.ts'
import { type FollowResult, followFailure, toastFollowFailure } from './follow-result.ts'

type FollowByEmailDialogProps = {
  username: string
  onClose: () => void
  onResult: (result: FollowResult) => void
  /** True if this browser follows, with whatever email. */
  isFollowing: boolean
}

/** Asks a visitor for an email, to which the server mails a link that confirms it. */
export function FollowByEmailDialog({
  username,
  onClose,
  onResult,
  isFollowing,
}: FollowByEmailDialogProps) {
  const form = useForm({
    initialValues: { email: '' },
    schema: schemas.follow.body,
    validateOn: 'submit',
    async onSubmit({ email = '' }) {
      try {
        await call('POST /api/users/:username/followers', { params: { username }, body: { email } })
      } catch (error) {
        const failure = followFailure(error)
        const text = `${failure.title}. ${failure.message}`
        toastFollowFailure(failure)
        if (!failure.isFinal) return { root: text }
        close({ text, failed: true })
        return
      }
      onClose()
      keepEmailFollow(username, 'asked')
      void toast('Check your email to confirm', {
        // Whether a mail is sent, and when, depends on the email, so the text is true of both.
        description: `Open the link in our mail to ${email}. If none has come after an hour, try again.`,
        kind: 'success',
      })
    },
  })

  function close(result: FollowResult) {
    onClose()
    onResult(result)
  }

  return (
    <FormDialog
      {...form.dialog}
      onClose={onClose}
      title={`Follow @${username}`}
      description={
        isFollowing
          ? `You follow @${username} by email. Every mail has a link to stop. Follow with another address?`
          : `One email each time @${username} drops, at most once a week. No account needed.`
      }
      submitLabel="Follow"
    >
      <EmailField {...form.field('email')} hint={`@${username} will see this address.`} />
    </FormDialog>
  )
}
