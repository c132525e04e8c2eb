import { EyeOff } from 'lucide'
import { useSite } from '../../site/site.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { CurrentUser } from '../members.schemas.ts'

export function HiddenNotice({ user }: { user: CurrentUser }) {
  const { brand } = useSite()
  if (user.hidden_reason === null) return null
  return (
    <section
      aria-labelledby="hidden"
      className="grid gap-2 rounded-card border border-danger bg-surface p-4 sm:px-6 sm:py-5"
    >
      <h2 id="hidden" className="flex items-center gap-2.5 text-heading font-extrabold">
        <Icon icon={EyeOff} size={22} className="shrink-0 text-danger" />
        Your {brand} is hidden
      </h2>
      <p>Only you can see it for now, and no drops go out. The reason we were given:</p>
      <blockquote className="border-l-4 border-line-strong pl-3 break-words whitespace-pre-line">
        {user.hidden_reason}
      </blockquote>
      <p>
        Change what you can, then reply to any mail you have from {brand} and ask us to look again.
        Your list, your drops and your followers are all still here.
      </p>
    </section>
  )
}
