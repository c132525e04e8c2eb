import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, errorMessage, query } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { formatDate } from '../../ui/format.ts'
import { skeletons } from '../../ui/loading.tsx'
import { QueryList } from '../../ui/query-list.tsx'
import { RemovalButton } from '../../ui/removal-button.tsx'
import type { OpenInvitation } from '../invitations/invitations.schemas.ts'

const invitationsQuery = query('GET /api/invitations', {})

/** Makes invitations, and lists the open ones: an administrator sees everybody's. */
export function Invitations() {
  const invitations = useQuery(invitationsQuery)
  const client = useQueryClient()
  const invite = useMutation({
    mutationFn: () => call('POST /api/invitations', {}),
    onSuccess: () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  })
  const link = invite.data?.link
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-3 sm:justify-items-start">
        <p className="text-sm text-muted">
          With a link one person can create an account, within seven days. It is shown once.
        </p>
        {link && (
          <>
            <p className="w-full rounded-control border border-line bg-surface px-3 py-2 text-sm break-all select-all">
              {link}
            </p>
            <CopyButton label="Copy the link" text={link} fallbackTitle="The link is" />
          </>
        )}
        <Button variant="secondary" pending={invite.isPending} onClick={() => invite.mutate()}>
          {link ? 'Create another link' : 'Create an invitation link'}
        </Button>
        <ErrorMessage>
          {invite.error && errorMessage(invite.error, 'This failed. Please try again.')}
        </ErrorMessage>
      </div>
      <QueryList
        query={invitations}
        rows={invitations.data}
        errorTitle="Failed to load the invitations"
        loadingLabel="Loading the invitations"
        skeleton={skeletons(1, 'h-14')}
        empty={<p className="text-sm text-muted">No invitation is open.</p>}
        className="grid grid-cols-1 divide-y divide-line rounded-control border border-line bg-surface px-4"
      >
        {invitation => <InvitationRow key={invitation.id} invitation={invitation} />}
      </QueryList>
    </div>
  )
}

function InvitationRow({ invitation }: { invitation: OpenInvitation }) {
  const { id, created_at, expires_at, inviter } = invitation
  const name = `by ${inviter ? `@${inviter}` : 'the operator'} on ${formatDate(created_at)}`
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <div className="min-w-0 grow text-sm">
        <p className="font-semibold break-words">Created {name}</p>
        <p className="text-muted">Ends on {formatDate(expires_at)}</p>
      </div>
      <RemovalButton
        label="Withdraw"
        of={`the invitation ${name}`}
        send={() => call('DELETE /api/invitations/:id', { params: { id } })}
        failed="Invitation not withdrawn"
        lists={['GET /api/invitations']}
      />
    </li>
  )
}
