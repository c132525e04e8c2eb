import type { ReactNode } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { Button } from '../../ui/button.tsx'
import { MessagePage } from '../../ui/message-page.tsx'
import { useSite } from '../../ui/site.tsx'

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
