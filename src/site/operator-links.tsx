import { Link } from '../ui/routing/link.tsx'
import { useSite } from './site.tsx'

/** Contact, privacy and imprint, as far as the operator has set them. */
export function OperatorLinks() {
  const { operatorLinks } = useSite()
  return operatorLinks.map(({ label, href }) => (
    <Link
      key={label}
      href={href}
      className="py-1 text-muted underline-offset-4 hover:text-ink hover:underline"
    >
      {label}
    </Link>
  ))
}
