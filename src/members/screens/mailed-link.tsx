import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSearch } from 'wouter'
import type { ApiError } from '../../ui/api.ts'
import { Page } from '../../ui/page.tsx'

type Sent = { username: string | null; all?: boolean }

/**
 * The state of a page that a mail leads to. Opening it changes nothing; its form does, and posts to the page's own
 * address where no script runs: the answer to that comes back as `done` or `failed` in the address.
 */
export function useMailedLink(
  send: (token: string, all: boolean) => Promise<{ username: string }>,
) {
  const address = new URLSearchParams(useSearch())
  const token = address.get('token') ?? ''
  const sending = useMutation<Sent, ApiError, { all: boolean }>({
    mutationFn: async ({ all }) => ({ ...(await send(token, all)), all }),
  })
  const done: Sent | undefined =
    sending.data ?? (address.has('done') ? { username: nameIn(address) } : undefined)
  // Any other failure is not about the link, and the button is worth another press.
  const isInvalid = sending.error?.code === 'invalid_token'
  return {
    token,
    done,
    failed: !done && (isInvalid || address.has('failed') || token === ''),
    problem: sending.error && !isInvalid ? sending.error.message : undefined,
    pressed: sending.isPending ? (sending.variables.all ? 'all' : 'one') : null,
    /** For the form's `onSubmit`; a button named `all` means every mail. */
    submit(event: React.FormEvent<HTMLFormElement>) {
      event.preventDefault()
      if (sending.isPending) return
      const { submitter } = event.nativeEvent as SubmitEvent
      sending.mutate({ all: submitter?.getAttribute('name') === 'all' })
    },
  } as const
}

/** The one column of such a page. Its heading takes the focus when the button has done its work. */
export function MailedLinkPage({
  title,
  picture,
  children,
  isOutcome,
}: {
  title: string
  picture: ReactNode
  children: ReactNode
  isOutcome: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(isOutcome)
  useEffect(() => {
    if (isOutcome && !before.current) heading.current?.focus()
    before.current = isOutcome
  }, [isOutcome])
  return (
    <Page width="narrow" className="sm:py-20">
      <div className="grid grid-cols-1 gap-5">
        {picture}
        <h1
          ref={heading}
          tabIndex={-1}
          className="font-display text-title font-extrabold outline-none"
        >
          {title}
        </h1>
        {children}
      </div>
    </Page>
  )
}

/** Somebody may write anything into an address: only what can be a name is shown. */
function nameIn(address: URLSearchParams): string | null {
  const name = address.get('name') ?? ''
  return /^[\w-]{3,30}$/.test(name) ? name : null
}
