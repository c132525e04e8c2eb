import { Ban, Download } from 'lucide'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { lazyComponent } from '../../../ui/lazy-component.ts'

const BlockedDialog = lazyComponent(() => import('./blocked-dialog.tsx'), 'BlockedDialog')

/** What concerns all followers, below their list. */
export function FollowerTools() {
  const [isOpen, setOpen] = useState<boolean>()
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
      <Suspense>
        {isOpen !== undefined && <BlockedDialog open={isOpen} onOpenChange={setOpen} />}
      </Suspense>
    </div>
  )
}
