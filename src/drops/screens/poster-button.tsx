import { Image } from 'lucide'
import { useState } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { Button } from '../../ui/button.tsx'
import { DialogLater } from '../../ui/dialog-later.tsx'
import { Icon } from '../../ui/icon.tsx'
import { componentLater } from '../../ui/load-later.ts'
import { useSite } from '../../ui/site.tsx'

const ShareDialog = componentLater(
  () => import('../../share-cards/screens/share-dialog.tsx'),
  'ShareDialog',
)

export function PosterButton({ username }: { username: string }) {
  const { publicUrl } = useSite()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="secondary"
        icon={<Icon shape={Image} size={18} />}
        onClick={() => setOpen(true)}
        onPointerEnter={ShareDialog.preload}
      >
        Poster
      </Button>
      {isOpen && (
        <DialogLater onClose={close}>
          <ShareDialog
            onClose={close}
            heading="All your drops on a poster"
            shared={{
              title: `Every drop of @${username}`,
              url: publicUrl + paths.drops(username),
              card: paths.historyPoster(username, 'current-story.jpg'),
            }}
            offersShareSheet
          />
        </DialogLater>
      )}
    </>
  )
}
