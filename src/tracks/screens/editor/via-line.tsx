import { X } from 'lucide'
import { paths } from '../../../contract/paths.shared.ts'
import { trackTitle } from '../../../spotify/track-title.shared.ts'
import { call, errorMessage } from '../../../ui/data/api.ts'
import { Icon } from '../../../ui/icon.tsx'
import { toastError } from '../../../ui/overlays/toast.ts'
import { Link } from '../../../ui/routing/link.tsx'
import type { Row } from './local-edits.ts'

export function ViaLine({ row }: { row: Row }) {
  const { via } = row
  if (!via) return null

  async function forget() {
    try {
      await call('DELETE /api/tracks/:id/via', { params: { id: row.id } })
    } catch (error) {
      void toastError('Failed to save changes', errorMessage(error, 'Please try again later'))
    }
  }

  return (
    <p className="flex items-center text-sm text-muted">
      <Link
        href={paths.profile(via)}
        className="truncate hover:text-ink @max-3xs:whitespace-normal"
      >
        via {`@${via}`}
      </Link>
      <button
        type="button"
        onClick={() => void forget()}
        aria-label={`Forget “via @${via}” of ${trackTitle(row)}`}
        className="grid size-9 shrink-0 place-items-center rounded-md hover:bg-sunken hover:text-ink -my-2 pointer-coarse:-my-2.5 pointer-coarse:size-11"
      >
        <Icon icon={X} size={16} />
      </button>
    </p>
  )
}
