import Megaphone from 'lucide-react/icons/megaphone'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { Suspense, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { Page, PageHeading } from '../../ui/page.tsx'
import { useSite } from '../../ui/site.tsx'
import { initialMembersQuery, MembersList } from './members-list.tsx'
import { ModerationLog, moderationQuery } from './moderation-log.tsx'

export const queries = () => [initialMembersQuery, moderationQuery]

export function Screen() {
  const { brand } = useSite()
  return (
    <Page>
      <title>{`All ${brand}s - ${brand}`}</title>
      <PageHeading
        title={`All ${brand}s`}
        actions={<AnnouncementButton />}
        subtitle={
          <Badge tone="accent" icon={<ShieldCheck size={14} aria-hidden="true" />}>
            Admin
          </Badge>
        }
      />
      <MembersList />
      <ModerationLog />
    </Page>
  )
}

const AnnouncementDialog = lazyComponent(
  () => import('./announcement-dialog.tsx'),
  'AnnouncementDialog',
)

function AnnouncementButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        icon={<Megaphone size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Announcement
      </Button>
      {isOpen && (
        <Suspense>
          <AnnouncementDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
