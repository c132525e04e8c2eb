import { MailedLinkPage, useMailedLink } from '../../members/screens/mailed-link.tsx'
import { call } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { useSite } from '../../ui/site.tsx'
import { confirmFollow } from '../follows.contract.ts'

/** Where the mail to a new follower leads. */
export function Screen() {
  const { brand } = useSite()
  const link = useMailedLink(token => call(confirmFollow, { body: { token } }))

  if (link.done) {
    const { username } = link.done
    const who = username ? `@${username}` : `this ${brand}`
    return (
      <MailedLinkPage
        isOutcome
        title={`You follow ${who}`}
        picture={<Mark sweep className="size-16" />}
      >
        <title>{`Follow confirmed - ${brand}`}</title>
        <p className="text-lg text-muted">
          The next drop comes to you by email. Every mail has a link to stop.
        </p>
        <Button
          size="lg"
          href={username ? `/${username}` : '/charts'}
          className="max-sm:w-full sm:justify-self-start"
        >
          {username ? `See their ${brand}` : `Discover ${brand}s`}
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
        <title>{`Follow not confirmed - ${brand}`}</title>
        <p className="text-lg text-muted">
          It is incomplete, or older than 7 days. Press Follow on the member's page again, and a new
          link comes by email.
        </p>
        <Button
          size="lg"
          variant="secondary"
          href="/charts"
          className="max-sm:w-full sm:justify-self-start"
        >
          Charts
        </Button>
      </MailedLinkPage>
    )
  }

  return (
    <MailedLinkPage
      isOutcome={false}
      title="Confirm your follow"
      picture={<Mark className="size-16" />}
    >
      <title>{`Confirm your follow - ${brand}`}</title>
      <p className="text-lg text-muted">
        Each time the member you chose drops a new {brand}, at most once a week, you get one email
        with the tracks. Every mail has a link to stop.
      </p>
      <p className="rounded-card bg-accent-soft p-4">
        <strong>The member will see your address.</strong> Nobody else will.
      </p>
      <form method="post" action="/follow/confirm" onSubmit={link.submit} className="grid gap-3">
        <input type="hidden" name="token" value={link.token} />
        <Button
          type="submit"
          size="lg"
          pending={link.pressed !== null}
          className="max-sm:w-full sm:justify-self-start"
        >
          Confirm follow
        </Button>
        <p role="alert" className="text-sm font-medium text-danger empty:hidden">
          {link.problem}
        </p>
      </form>
    </MailedLinkPage>
  )
}
