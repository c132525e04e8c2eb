import type { ReactNode } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { MessagePage } from '../../site/message-page.tsx'
import { useSite } from '../../site/site.tsx'
import { Button } from '../../ui/button.tsx'

/** `children` are buttons after the usual one. */
export function MemberNotFound({ username, children }: { username: string; children?: ReactNode }) {
  const { brand } = useSite()
  return (
    <>
      <title>{`Profile Not Found - ${brand}`}</title>
      <MessagePage
        title="Profile Not Found"
        action={
          <>
            <Button href={paths.charts}>Charts</Button>
            {children}
          </>
        }
      >
        The user "{username}" doesn't exist or hasn't created a {brand} yet.
      </MessagePage>
    </>
  )
}
