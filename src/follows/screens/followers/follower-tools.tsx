import { Ban, Download } from 'lucide'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { BlockedDialog } from './blocked-dialog.tsx'

/** What concerns all followers, below their list. */
export function FollowerTools() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap gap-x-2 gap-y-1 border-line border-t pt-3">
      <Button
        href="/api/followers.csv"
        download
        variant="quiet"
        size="sm"
        icon={<Icon shape={Download} size={18} />}
      >
        Download as CSV
      </Button>
      <Button
        variant="quiet"
        size="sm"
        icon={<Icon shape={Ban} size={18} />}
        onClick={() => setOpen(true)}
      >
        Blocked people
      </Button>
      {isOpen && <BlockedDialog onClose={() => setOpen(false)} />}
    </div>
  )
}
