import { type ReactNode, useEffect, useRef } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { ShareButton } from '../../share-cards/screens/share-button.tsx'
import { Button } from '../../ui/button.tsx'
import { useInstallPrompt } from '../../ui/install-prompt.ts'
import { TextLink } from '../../ui/link.tsx'
import { useSite } from '../../ui/site.tsx'
import type { DropListItem } from '../drops.schemas.ts'

/** After a drop: a link to it, and what to do next. */
export function DroppedNotice({ drop, username }: { drop: DropListItem; username: string }) {
  const { brand } = useSite()
  const install = useInstallPrompt()
  const { id, drop_number: number } = drop
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-good-soft px-4 py-3">
      <FocusedMessage key={id}>
        Drop #{number} is out.{' '}
        <TextLink className="text-ink!" href={paths.drop(username, number)}>
          See it
        </TextLink>
      </FocusedMessage>
      <span className="flex flex-wrap gap-2">
        {number === 1 && install && (
          <Button variant="quiet" onClick={install}>
            Install {brand}
          </Button>
        )}
        <ShareButton
          title={`Drop #${number} by @${username}`}
          path={paths.drop(username, number)}
          card={paths.dropCard(username, number, 'current.png')}
        />
      </span>
    </div>
  )
}

/** Takes over the focus of the drop button, which is hidden after a drop. */
function FocusedMessage({ children }: { children: ReactNode }) {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    message.current?.focus()
  }, [])
  return (
    <p ref={message} tabIndex={-1} className="font-medium outline-none">
      {children}
    </p>
  )
}
