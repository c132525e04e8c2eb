import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Logo } from '../../ui/logo.tsx'
import { useSite } from '../../ui/site.tsx'
import { MailedLinkPage, type useMailedLink } from './mailed-link.tsx'

type Next = { href: string; label: string }

type MailedConfirmationProps = {
  link: ReturnType<typeof useMailedLink>
  /** Where the form posts without a script: the page's own address. */
  action: string
  /** `tab` is the page's title before the brand. */
  asks: { tab: string; words: ReactNode; label: string }
  done: { tab: string; title: string; words: ReactNode; next: Next }
  failed: { tab: string; words: ReactNode; next: Next }
}

/** A page that a mail leads to for one press: the question, and what came of it. */
export function MailedConfirmation({ link, action, asks, done, failed }: MailedConfirmationProps) {
  const { brand } = useSite()
  if (link.done || link.failed) {
    const outcome = link.done ? done : failed
    return (
      <MailedLinkPage
        isOutcome
        title={link.done ? done.title : 'This link does not work'}
        picture={
          link.done ? (
            <Logo animated className="size-16" />
          ) : (
            <Logo outline className="size-16 text-muted" />
          )
        }
      >
        <title>{`${outcome.tab} - ${brand}`}</title>
        <p className="text-lg text-muted">{outcome.words}</p>
        <Button
          size="lg"
          variant={link.done ? 'primary' : 'secondary'}
          href={outcome.next.href}
          className={width}
        >
          {outcome.next.label}
        </Button>
      </MailedLinkPage>
    )
  }
  return (
    <MailedLinkPage isOutcome={false} title={asks.tab} picture={<Logo className="size-16" />}>
      <title>{`${asks.tab} - ${brand}`}</title>
      {asks.words}
      <form method="post" action={action} onSubmit={link.submit} className="grid gap-3">
        <input type="hidden" name="token" value={link.token} />
        <Button type="submit" size="lg" pending={link.pressed !== null} className={width}>
          {asks.label}
        </Button>
        <ErrorMessage>{link.problem}</ErrorMessage>
      </form>
    </MailedLinkPage>
  )
}

const width = 'max-sm:w-full sm:justify-self-start'
