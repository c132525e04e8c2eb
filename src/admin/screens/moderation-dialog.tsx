import { useState } from 'react'
import { useSite } from '../../site/site.tsx'
import { errorMessage } from '../../ui/data/api.ts'
import { useCall } from '../../ui/data/use-call.ts'
import { TextArea } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import type { AdminRow } from '../admin.schemas.ts'
import { maxReason } from '../moderation/moderation.schemas.ts'

export function ModerationDialog({ member, onClose }: { member: AdminRow; onClose: () => void }) {
  const { brand } = useSite()
  const [reason, setReason] = useState('')
  const { username } = member
  const isHidden = member.hiddenReason !== null
  const change = useCall(`POST /api/admin/members/:username/${isHidden ? 'show' : 'hide'}`, {
    onSuccess: () => {
      onClose()
      void toast(isHidden ? `@${username} is shown again` : `@${username} is hidden`, {
        kind: 'success',
      })
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={isHidden ? `Show @${username} again?` : `Hide @${username}?`}
      description={
        isHidden
          ? `Their ${brand} and drops become public again. Mail that was stopped is not sent.`
          : `Nobody else will find their ${brand}, drops and feeds, and mail on its way stops. You can undo this.`
      }
      submitLabel={isHidden ? 'Show again' : 'Hide'}
      isSubmitting={change.isPending}
      isBlocking
      canSubmit={reason.trim() !== ''}
      error={
        change.error ? errorMessage(change.error, 'This failed. Please try again.') : undefined
      }
      onSubmit={event => {
        event.preventDefault()
        change.mutate({ params: { username }, body: { reason } })
      }}
    >
      <TextArea
        label="Reason"
        hint={isHidden ? 'For the moderation log.' : `@${username} will read it.`}
        required
        maxLength={maxReason}
        rows={3}
        value={reason}
        onChange={event => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
