import type { TestApp } from './test-app.ts'

/**
 * The token in the newest mail to an email that links to a page, once `count` such mails have arrived.
 * `words` have to be in the mail's text as well.
 */
export async function mailedToken(
  { mailbox }: Pick<TestApp, 'mailbox'>,
  address: string,
  path: string,
  { count = 1, words = '' } = {},
): Promise<string> {
  const link = new RegExp(`https?://radr\\.test${path}\\?token=([\\w-]{43})(?![\\w-])`)
  const found = () =>
    mailbox.mails.flatMap(({ to, parsed: { text = '' } }) =>
      to[0]?.toLowerCase() === address.toLowerCase() && text.includes(words)
        ? (link.exec(text)?.[1] ?? [])
        : [],
    )
  await mailbox.waitFor(() => found().length >= count)
  return found().at(-1) ?? ''
}
