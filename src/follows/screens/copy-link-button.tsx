import { paths } from '../../contract/paths.shared.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useSite } from '../../ui/site.tsx'

export function CopyLinkButton() {
  const { brand, publicUrl } = useSite()
  const user = useCurrentUser()
  if (!user) return null
  return (
    <CopyButton
      label={`Copy your ${brand} link`}
      text={`${publicUrl}${paths.profile(user.username)}`}
      fallbackTitle={`Your ${brand} is at`}
    />
  )
}
