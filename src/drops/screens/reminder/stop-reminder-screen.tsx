import { paths } from '../../../contract/paths.shared.ts'
import {
  ConfirmLinkPage,
  linkQueries,
  useConfirmLink,
} from '../../../members/screens/confirm-link-page.tsx'
import { Logo } from '../../../site/logo.tsx'
import { call } from '../../../ui/data/api.ts'

const route = 'GET /api/drops/reminder/stop'

export const queries = linkQueries(route)

export function Screen() {
  const link = useConfirmLink(route, token =>
    call('POST /api/drops/reminder/stop', { body: { token } }),
  )
  return (
    <ConfirmLinkPage
      link={link}
      path={paths.stopReminder}
      question={{
        documentTitle: 'Stop reminders',
        heading: 'Stop reminders?',
        text: 'Nothing has changed yet. You would no longer hear when your next drop opens.',
        buttons: [{ label: 'Stop reminding me' }],
      }}
      done={{
        documentTitle: 'Reminders stopped',
        heading: 'No more reminders',
        picture: <Logo outline className="size-16" />,
        text: 'You no longer hear when your next drop opens. The switch in Settings, under Mail, turns reminders on again.',
      }}
      failed={{
        documentTitle: 'Reminders not stopped',
        text: 'Part of it may be missing. Open the link in the mail itself, at its very end.',
      }}
    />
  )
}
