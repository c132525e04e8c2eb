import { paths } from '../../contract/paths.shared.ts'
import {
  ConfirmLinkPage,
  linkQueries,
  useConfirmLink,
} from '../../members/screens/confirm-link-page.tsx'
import { useSite } from '../../site/site.tsx'
import { call } from '../../ui/data/api.ts'

const route = 'GET /api/follows/unsubscribe/undo'

export const queries = linkQueries(route)

export function Screen() {
  const { brand } = useSite()
  const link = useConfirmLink(route, token =>
    call('POST /api/follows/unsubscribe/undo', { body: { token } }),
  )
  return (
    <ConfirmLinkPage
      link={link}
      path={paths.undoUnsubscribe}
      question={{
        documentTitle: 'Get mail again',
        heading: 'Get mail again?',
        text: `Nothing has changed yet. Somebody with one of your mails stopped all ${brand} mail to this address. With one press mail comes again, and you follow the same members as before.`,
        buttons: [{ label: 'Get mail again' }],
      }}
      done={{
        documentTitle: 'Mail comes again',
        heading: 'Mail comes again',
        text: 'The follows that the stop ended are back, and the drops of these members come to this address.',
      }}
      failed={{
        documentTitle: 'Mail stays stopped',
        text: 'Part of it may be missing. Open the link in the mail itself, at its very end.',
      }}
    />
  )
}
