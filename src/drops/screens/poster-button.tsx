import { Image } from 'lucide'
import { paths } from '../../contract/paths.shared.ts'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { componentLater } from '../../ui/load-later.ts'
import { useSite } from '../../ui/site.tsx'

const ShareDialog = componentLater(
  () => import('../../share-cards/screens/share-dialog.tsx'),
  'ShareDialog',
)

export function PosterButton({ username }: { username: string }) {
  const { publicUrl } = useSite()
  return (
    <DialogButton
      variant="secondary"
      icon={<Icon shape={Image} size={18} />}
      onPointerEnter={ShareDialog.preload}
      dialog={close => (
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
      )}
    >
      Poster
    </DialogButton>
  )
}
