import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { UnconfirmedEmail } from '../../members/screens/email/unconfirmed-email.tsx'
import { currentUserQuery, useCurrentUser } from '../../members/screens/use-current-user.ts'
import { Card, Page, PageHeading } from '../../site/page.tsx'
import { useSite } from '../../site/site.tsx'
import { Button } from '../../ui/button.tsx'
import { errorMessage, failureCode } from '../../ui/data/api.ts'
import { useCall } from '../../ui/data/use-call.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { BackLink } from '../../ui/routing/back-link.tsx'
import { ImportForm } from './import-form.tsx'
import { ImportResult } from './import-result.tsx'

export function Screen() {
  const { brand } = useSite()
  const user = useCurrentUser()
  const client = useQueryClient()
  const [error, setError] = useState('')
  /** The file, while the member is asked whether it replaces their list. */
  const [asked, setAsked] = useState<Blob>()
  const sending = useCall('POST /api/user/archive', {
    onMutate: () => setError(''),
    onSuccess() {
      setAsked(undefined)
      void client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    },
    onError(cause, { body }) {
      const isListNotEmpty = failureCode(cause) === 'list_not_empty'
      setAsked(isListNotEmpty ? body : undefined)
      if (!isListNotEmpty) setError(errorMessage(cause, 'The file could not be sent.'))
    },
  })
  const imported = sending.data
  const pending = sending.isPending ? sending.variables.query.list : undefined
  // Some systems give zip files another type.
  const send = (file: Blob, list: 'if_empty' | 'replace' | 'keep') =>
    sending.mutate({ query: { list }, body: new Blob([file], { type: 'application/zip' }) })

  if (!user) return null
  return (
    <Page title="Import" width="list">
      <PageHeading
        title={imported ? 'Your data is here' : 'Import your data'}
        back={<BackLink href={paths.settings}>Settings</BackLink>}
      />
      {imported ? (
        <ImportResult imported={imported} username={user.username} />
      ) : !user.email_confirmed ? (
        <Card className="grid gap-3">
          <p>You can import once your email address is confirmed.</p>
          <UnconfirmedEmail user={user} />
        </Card>
      ) : (
        <ImportForm
          error={error}
          pending={pending === 'if_empty'}
          onError={setError}
          onSubmit={file => send(file, 'if_empty')}
        />
      )}
      {asked && (
        <Dialog
          onClose={() => setAsked(undefined)}
          title={`Your ${brand} has tracks already`}
          description="Drops, image and profile link are imported either way. Which tracks do you want on your list?"
          footer={
            <>
              <Button
                variant="secondary"
                pending={pending === 'keep'}
                onClick={() => send(asked, 'keep')}
              >
                Keep mine
              </Button>
              <Button pending={pending === 'replace'} onClick={() => send(asked, 'replace')}>
                Replace with the file’s
              </Button>
            </>
          }
        />
      )}
    </Page>
  )
}
