import { TextLink } from '../link.tsx'
import { useSite } from '../site.tsx'

/** Contact, privacy and imprint, as far as the operator has set them. */
export function OperatorLinks() {
  const { operatorLinks } = useSite()
  return operatorLinks.map(({ label, href }) => (
    <TextLink key={label} href={href} className="py-1">
      {label}
    </TextLink>
  ))
}
