import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, call, errorMessage, query } from '../../ui/api.ts'
import { TextArea } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { maxAnnouncement } from '../admin.shared.ts'

const announcementQuery = query('GET /api/admin/announcement', {})

export function AnnouncementDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const current = useQuery(announcementQuery)
  const [edited, setEdited] = useState<string | null>(null)
  const text = edited ?? current.data?.text ?? ''
  const save = useMutation<undefined, ApiError>({
    mutationFn: () => call('PUT /api/admin/announcement', { body: { text } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: announcementQuery.queryKey })
      onClose()
      void toast(text.trim() ? 'Everybody sees it from their next page on' : 'It is removed', {
        kind: 'success',
      })
    },
  })
  const error = save.error ?? current.error
  return (
    <FormDialog
      onClose={onClose}
      title="Announcement"
      description="A line on top of every page, until people dismiss it. A new text is shown to everybody again."
      submitLabel={text.trim() ? 'Publish' : 'Remove'}
      isSubmitting={save.isPending}
      isBlocking
      canSubmit={text.trim() !== (current.data?.text ?? '')}
      error={error ? errorMessage(error, 'This failed. Please try again.') : undefined}
      onSubmit={event => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <TextArea
        label="Text"
        hint={`At most ${maxAnnouncement} characters. Leave it empty to remove the line.`}
        maxLength={maxAnnouncement}
        rows={3}
        disabled={current.isPending}
        value={text}
        onChange={event => setEdited(event.target.value)}
      />
    </FormDialog>
  )
}
