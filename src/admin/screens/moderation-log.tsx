import { useQuery } from '@tanstack/react-query'
import { query } from '../../ui/api.ts'
import { formatDate } from '../../ui/format.ts'

export const moderationQuery = query('GET /api/admin/moderation', {})

/** What administrators did lately; closed at first. */
export function ModerationLog() {
  const actions = useQuery(moderationQuery).data ?? []
  return (
    <details className="rounded-card border border-line bg-surface px-4 sm:px-6">
      <summary className="cursor-pointer py-3 font-semibold">Moderation log</summary>
      {actions.length === 0 ? (
        <p className="pb-4 text-sm text-muted">Nobody has been hidden yet.</p>
      ) : (
        <ol className="divide-y divide-line border-t border-line">
          {actions.map(({ id, admin, username, action, reason, created_at }) => (
            <li key={id} className="grid gap-1 py-3 text-sm">
              <p>
                <span className="font-semibold">@{admin}</span>{' '}
                {action === 'hide' ? 'hid' : 'showed'}{' '}
                <span className="font-semibold">@{username}</span>
                {action === 'show' && ' again'}
                <span className="text-muted">
                  {' · '}
                  <time dateTime={created_at}>{formatDate(created_at)}</time>
                </span>
              </p>
              <p className="break-words whitespace-pre-line text-muted">{reason}</p>
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}
