import { Share2 } from 'lucide'
import { paths } from '../../contract/paths.shared.ts'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { componentLater } from '../../ui/load-later.ts'
import { useSite } from '../../ui/site.tsx'

const ShareDialog = componentLater(
  () => import('../../share-cards/screens/share-dialog.tsx'),
  'ShareDialog',
)

type ShareOwnDropProps = { username: string; dropNumber: number }

export function ShareOwnDrop({ username, dropNumber }: ShareOwnDropProps) {
  const { publicUrl } = useSite()
  return (
    <DialogButton
      variant="secondary"
      icon={<Icon shape={Share2} size={18} />}
      onPointerEnter={ShareDialog.preload}
      dialog={close => (
        <ShareDialog
          onClose={close}
          heading={`Share drop #${dropNumber}`}
          shared={{
            title: `Drop #${dropNumber} by @${username}`,
            url: publicUrl + paths.drop(username, dropNumber),
            card: paths.dropCard(username, dropNumber, 'current.jpg'),
          }}
          offersShareSheet
        />
      )}
    >
      Share
    </DialogButton>
  )
}
