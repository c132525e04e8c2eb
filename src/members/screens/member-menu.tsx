import { Ellipsis, ExternalLink } from 'lucide'
import { paths } from '../../contract/paths.shared.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useSite } from '../../ui/site.tsx'

export function MemberMenu({ username, items = [] }: { username: string; items?: MenuItem[] }) {
  const { brand } = useSite()
  return (
    <Menu
      trigger={
        <Button variant="quiet" iconOnly icon={<Icon shape={Ellipsis} size={20} />}>
          More about {username}
        </Button>
      }
      items={[
        {
          label: `Visit ${brand}`,
          icon: <Icon shape={ExternalLink} size={18} />,
          href: paths.profile(username),
          newTab: true,
        },
        ...items,
      ]}
    />
  )
}
