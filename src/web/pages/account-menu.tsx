import { paths } from '../../contract/paths.shared.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { useSite } from '../../site/site.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'

type AccountMenuProps = { username: string; avatar: string | null; onLogOut: () => void }

/** The signed-in member's links and Logout. */
export function AccountMenu({ username, avatar, onLogOut }: AccountMenuProps) {
  const { brand } = useSite()
  const isAdmin = useCurrentUser()?.is_admin
  return (
    <Menu
      label={`Account of ${username}`}
      icon={<Avatar name={username} src={avatar} />}
      className="rounded-full!"
      opensBeside
      heading={
        <>
          Signed in as{' '}
          <strong translate="no" className="text-ink">
            {username}
          </strong>
        </>
      }
      items={[
        { label: 'Your public page', href: paths.profile(username) },
        { label: 'Settings', href: paths.settings },
        ...(isAdmin ? [{ label: `All ${brand}s`, href: paths.members(brand) }] : []),
        { label: 'Logout', onSelect: onLogOut },
      ]}
    />
  )
}
