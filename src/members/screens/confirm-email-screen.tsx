import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { useSite } from '../../ui/site.tsx'
import { confirmEmail } from '../members.contract.ts'
import { MailedLinkPage, useMailedLink } from './mailed-link.tsx'
import { currentUserQuery, useCurrentUser } from './use-current-user.ts'

/** Where the mail to a new account leads. */
export function Screen() {
  const { brand } = useSite()
  const client = useQueryClient()
  const isMember = useCurrentUser() !== null
  const link = useMailedLink(async token => {
    const answer = await call(confirmEmail, { body: { token } })
    if (isMember) void client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    return answer
  })

  if (link.done) {
    const { username } = link.done
    return (
      <MailedLinkPage
        isOutcome
        title="Your address is confirmed"
        picture={<Mark sweep className="size-16" />}
      >
        <title>{`Address confirmed - ${brand}`}</title>
        <p className="text-lg text-muted">
          {username ? `Thank you, ${username}. ` : ''}Drops of those you follow come to this
          address.
        </p>
        <Button
          size="lg"
          href={isMember ? '/home' : '/login'}
          className="max-sm:w-full sm:justify-self-start"
        >
          {isMember ? `Your ${brand}` : 'Sign In'}
        </Button>
      </MailedLinkPage>
    )
  }

  if (link.failed) {
    return (
      <MailedLinkPage
        isOutcome
        title="This link does not work"
        picture={<Mark empty className="size-16 text-muted" />}
      >
        <title>{`Address not confirmed - ${brand}`}</title>
        <p className="text-lg text-muted">
          It is incomplete or too old. A new one can be sent from your settings.
        </p>
        <Button
          size="lg"
          variant="secondary"
          href="/settings"
          className="max-sm:w-full sm:justify-self-start"
        >
          Settings
        </Button>
      </MailedLinkPage>
    )
  }

  return (
    <MailedLinkPage
      isOutcome={false}
      title="Confirm your address"
      picture={<Mark className="size-16" />}
    >
      <title>{`Confirm your address - ${brand}`}</title>
      <p className="text-lg text-muted">
        One press proves that this address is yours. Then follows made with it belong to your
        account, and every drop can reach you.
      </p>
      <form method="post" action="/email/confirm" onSubmit={link.submit} className="grid gap-3">
        <input type="hidden" name="token" value={link.token} />
        <Button
          type="submit"
          size="lg"
          pending={link.pressed !== null}
          className="max-sm:w-full sm:justify-self-start"
        >
          Confirm address
        </Button>
        <p role="alert" className="text-sm font-medium text-danger empty:hidden">
          {link.problem}
        </p>
      </form>
    </MailedLinkPage>
  )
}
