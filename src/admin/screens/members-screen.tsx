import ShieldCheck from 'lucide-react/icons/shield-check'
import { Badge } from '../../ui/badge.tsx'
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
