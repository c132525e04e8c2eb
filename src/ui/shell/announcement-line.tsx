import { X } from 'lucide'
import { paths } from '../../contract/paths.shared.ts'
import { Button } from '../button.tsx'
import { createStore, useStore } from '../create-store.ts'
import { Icon } from '../icon.tsx'
import { useAddress } from '../router.tsx'
import { useSite } from '../site.tsx'

/** What the operator tells everybody, on top of every page until this browser dismisses it. */
export function AnnouncementLine() {
  const { announcement } = useSite()
  const { pathname, search } = useAddress()
  const dismissed = useStore(dismissedId)
  if (!announcement || dismissed === announcement.id) return null
  return (
    <aside
      aria-label="Announcement"
      className="flex items-center gap-3 border-b border-line bg-accent-soft py-1 pr-2 pl-4 text-ink sm:pl-6"
    >
      <p className="min-w-0 grow py-2 text-sm font-medium break-words">{announcement.text}</p>
      <form
        method="post"
        action={paths.announcement}
        onSubmit={event => {
          event.preventDefault()
          dismiss(announcement.id)
        }}
      >
        <input type="hidden" name="id" value={announcement.id} />
        <input type="hidden" name="to" value={pathname + search} />
        <Button type="submit" variant="quiet" iconOnly icon={<Icon shape={X} size={18} />}>
          Dismiss the announcement
        </Button>
      </form>
    </aside>
  )
}

/** Null on the server, which leaves a dismissed announcement out. */
const dismissedId = createStore<string | null>(
  () => /(?:^|; )dismissed=([\w-]+)/.exec(document.cookie)?.[1] ?? null,
  null,
)

/** Without JavaScript app/pages/forms.routes.ts sets the same cookie. */
function dismiss(id: string) {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `dismissed=${id}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
  dismissedId.notify()
}
