import { Check, Link2 } from 'lucide'
import { useState } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSite } from '../../ui/site.tsx'
import { toast } from '../../ui/toast.ts'

/** Copies the address of the member's public page. */
export function CopyLinkButton() {
  const { brand, publicUrl } = useSite()
  const user = useCurrentUser()
  const [copied, setCopied] = useState(false)
  if (!user) return null
  const address = `${publicUrl}${paths.profile(user.username)}`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      void toast(`Your ${brand} is at`, { description: address })
    }
  }
  return (
    <>
      <Button onClick={copy} icon={<Icon shape={copied ? Check : Link2} size={18} />}>
        Copy your {brand} link
      </Button>
      <p role="status" className="-mt-2 min-h-5 text-sm leading-5 text-muted">
        {copied && `Copied: ${address}`}
      </p>
    </>
  )
}
