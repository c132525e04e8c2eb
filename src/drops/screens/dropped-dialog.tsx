import { paths } from '../../contract/paths.shared.ts'
import { ShareDialog } from '../../share-cards/screens/share-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { useInstallPrompt } from '../../ui/install-prompt.ts'
import { useSite } from '../../ui/site.tsx'
import { people } from './audience-line.ts'

type DroppedDialogProps = {
  username: string
  dropNumber: number
  /** To how many it is mailed; null if unknown, or when the dialog is opened later. */
  mails?: number | null
  onClose: () => void
  /** Opened by the drop itself: leads to its page. */
  isNew?: boolean
}

export function DroppedDialog(props: DroppedDialogProps) {
  const { username, dropNumber, mails, onClose, isNew = false } = props
  const { publicUrl } = useSite()
  const path = paths.drop(username, dropNumber)
  return (
    <ShareDialog
      onClose={onClose}
      heading={`Drop #${dropNumber} is out${mails ? ` to ${people(mails)}` : ''}`}
      shared={{
        title: `Drop #${dropNumber} by @${username}`,
        url: publicUrl + path,
        card: paths.dropCard(username, dropNumber, 'current.jpg'),
      }}
      offersShareSheet
      isNew={isNew}
      actions={
        isNew && (
          <>
            {dropNumber === 1 && <InstallButton />}
            <Button href={path} variant="secondary">
              See it
            </Button>
          </>
        )
      }
    />
  )
}

function InstallButton() {
  const { brand } = useSite()
  const install = useInstallPrompt()
  return (
    install && (
      <Button variant="quiet" onClick={install}>
        Install {brand}
      </Button>
    )
  )
}
