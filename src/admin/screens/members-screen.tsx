import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide'
import { type ReactNode, useState } from 'react'
import { Page, PageHeading } from '../../site/page.tsx'
import { useSite } from '../../site/site.tsx'
import { Badge } from '../../ui/badge.tsx'
import { query } from '../../ui/data/api.ts'
import { QueryList } from '../../ui/data/query-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { formatDate } from '../../ui/text/format.ts'
import { Bounces } from './bounces.tsx'
import { MailStatus } from './mail-status.tsx'
import { MembersList, membersQuery } from './members-list.tsx'
import { Suppressions } from './suppressions.tsx'

export const queries = (_: unknown, search: URLSearchParams) => [membersQuery(search)]

export function Screen() {
  const { brand } = useSite()
  return (
    <Page title={`All ${brand}s`} width="list">
      <PageHeading
        title={`All ${brand}s`}
        subtitle={<Badge icon={<Icon icon={ShieldCheck} size={14} />}>Admin</Badge>}
      />
      <MembersList />
      <div className="border-b border-line">
        <Disclosure title="Mail">
          <MailStatus />
        </Disclosure>
        <Disclosure title="Suppressed addresses">
          <Suppressions />
          <Bounces />
        </Disclosure>
        <Disclosure title="Moderation log">
          <ModerationLog />
        </Disclosure>
      </div>
    </Page>
  )
}

/** A part of a page that is closed at first; its content is loaded when it is opened. */
function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="border-t border-line" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer py-3 font-semibold">{title}</summary>
      {isOpen && <div className="grid grid-cols-1 gap-6 pt-2 pb-6">{children}</div>}
    </details>
  )
}

/** What administrators did lately. */
function ModerationLog() {
  const actions = useQuery(query('GET /api/admin/moderation', {}))
  return (
    <QueryList
      query={actions}
      rows={actions.data}
      errorTitle="Failed to load the moderation log"
      empty={<p className="text-sm text-muted">Nobody has been hidden yet.</p>}
      as="ol"
      className="-my-3 divide-y divide-line"
    >
      {({ id, admin, username, action, reason, created_at }) => (
        <li key={id} className="grid gap-1 py-3 text-sm">
          <p>
            <Name>{admin}</Name> {action === 'hide' ? 'hid' : 'showed'} <Name>{username}</Name>
            {action === 'show' && ' again'}
            <span className="text-muted">
              {' · '}
              <time dateTime={created_at}>{formatDate(created_at)}</time>
            </span>
          </p>
          {reason && <p className="break-words whitespace-pre-line text-muted">{reason}</p>}
        </li>
      )}
    </QueryList>
  )
}

const Name = ({ children }: { children: string | null }) => (
  <span className="font-semibold">{children === null ? 'a deleted account' : `@${children}`}</span>
)
