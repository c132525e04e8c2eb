import { useId, useRef } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { Link } from '../../ui/link.tsx'
import { useSite } from '../../ui/site.tsx'

type AccountMenuProps = {
  username: string
  avatar: string | null
  onLogOut: () => void
  opens: 'right' | 'below'
}

/** The signed-in member's links and Logout, in a native popover: it closes on Escape and on a click outside. */
export function AccountMenu({ username, avatar, onLogOut, opens }: AccountMenuProps) {
  const { brand } = useSite()
  const isAdmin = useCurrentUser()?.is_admin
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const close = () => popover.current?.hidePopover()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="grid size-11 place-items-center rounded-full"
      >
        <Avatar name={username} src={avatar} />
        <span className="sr-only">Account of {username}</span>
      </button>
      <div
        id={id}
        ref={popover}
        popover="auto"
        className={classes(
          'fixed inset-auto m-0 min-w-52 rounded-control border border-line bg-surface p-1.5 text-ink shadow-float',
          opens === 'right' ? 'bottom-5 left-20' : 'top-15 right-3',
        )}
      >
        <p className="truncate px-3 py-2 text-sm text-muted">
          Signed in as <strong className="text-ink">{username}</strong>
        </p>
        <Link href={paths.profile(username)} className={itemClasses} onClick={close}>
          Your public page
        </Link>
        <Link href={paths.settings} className={itemClasses} onClick={close}>
          Settings
        </Link>
        {isAdmin && (
          <Link href={paths.members(brand)} className={itemClasses} onClick={close}>
            All {brand}s
          </Link>
        )}
        <button
          type="button"
          className={itemClasses}
          onClick={() => {
            close()
            onLogOut()
          }}
        >
          Logout
        </button>
      </div>
    </>
  )
}

const itemClasses =
  'flex min-h-11 w-full items-center rounded-md px-3 text-left text-sm font-medium hover:bg-sunken focus-visible:bg-sunken'
