import { Megaphone, ShieldCheck } from 'lucide'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { useSite } from '../../ui/site.tsx'
import { AnnouncementDialog } from './announcement-dialog.tsx'
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
          <Badge tone="accent" icon={<Icon shape={ShieldCheck} size={14} />}>
            Admin
          </Badge>
        }
      />
      <MembersList />
      <ModerationLog />
    </Page>
  )
}

function AnnouncementButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        icon={<Icon shape={Megaphone} size={18} />}
        onClick={() => setOpen(true)}
      >
        Announcement
      </Button>
      {isOpen && <AnnouncementDialog onClose={() => setOpen(false)} />}
    </>
  )
}
