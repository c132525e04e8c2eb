import { paths } from '../../contract/paths.shared.ts'
import { MessagePage } from '../../site/message-page.tsx'
import { useSite } from '../../site/site.tsx'
import { Button } from '../../ui/button.tsx'

export function Screen() {
  const { brand } = useSite()
  return (
    <>
      <title>{`${brand} page not found`}</title>
      <MessagePage
        title="404 Page Not Found"
        action={
          <>
            <Button href={paths.landing}>Go to the front page</Button>
            <Button href={paths.charts} variant="secondary">
              Charts
            </Button>
          </>
        }
      >
        Did you forget to add the page to the router?
      </MessagePage>
    </>
  )
}
