import { MailedLinkPage, useMailedLink } from '../../members/screens/mailed-link.tsx'
import { paths } from '../../platform/paths.ts'
import { call } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Logo } from '../../ui/logo.tsx'
import { useSite } from '../../ui/site.tsx'
import { unsubscribe } from '../follows.contract.ts'

/** Where the last line of every drop mail leads. */
export function Screen() {
  const { brand } = useSite()
  const link = useMailedLink((token, all) =>
    call(unsubscribe, { body: all ? { token, all } : { token } }),
  )

  if (link.done) {
    const { username, all } = link.done
    return (
      <MailedLinkPage isOutcome title="No more mail" picture={<Logo outline className="size-16" />}>
        <title>{`Unsubscribed - ${brand}`}</title>
        <p className="text-lg text-muted">
          {all
            ? `${brand} sends nothing to this address any more.`
            : `You get no more mail about ${username ? `@${username}` : 'these drops'}.`}{' '}
          You can come back whenever you like
          {username ? (
            <>
              : <TextLink href={paths.profile(username)}>@{username}</TextLink> stays public.
            </>
          ) : (
            '.'
          )}
        </p>
      </MailedLinkPage>
    )
  }

  if (link.failed) {
    return (
      <MailedLinkPage
        isOutcome
        title="This link does not work"
        picture={<Logo outline className="size-16 text-muted" />}
      >
        <title>{`Not unsubscribed - ${brand}`}</title>
        <p className="text-lg text-muted">
          Part of it may be missing. Open the link in the mail itself, at its very end.
        </p>
      </MailedLinkPage>
    )
  }

  return (
    <MailedLinkPage
      isOutcome={false}
      title="Stop these mails?"
      picture={<Logo className="size-16" />}
    >
      <title>{`Unsubscribe - ${brand}`}</title>
      <p className="text-lg text-muted">
        Nothing has changed yet. Choose what should no longer come to this address.
      </p>
      <form method="post" action={paths.unsubscribe} onSubmit={link.submit} className="grid gap-6">
        <input type="hidden" name="token" value={link.token} />
        <div className="grid gap-2">
          <Button
            type="submit"
            size="lg"
            pending={link.pressed === 'one'}
            className="w-full max-[24rem]:px-3"
          >
            Only these mails
          </Button>
          <p className="text-sm text-muted">
            The drops of the member whose mail brought you here. You stop following them.
          </p>
        </div>
        <div className="grid gap-2">
          <Button
            type="submit"
            name="all"
            value="1"
            size="lg"
            variant="secondary"
            pending={link.pressed === 'all'}
            className="w-full max-[24rem]:px-3"
          >
            Every mail to this address
          </Button>
          <p className="text-sm text-muted">The drops of everyone you follow by email.</p>
        </div>
        <ErrorMessage>{link.problem}</ErrorMessage>
      </form>
    </MailedLinkPage>
  )
}
