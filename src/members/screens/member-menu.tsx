import { ExternalLink } from 'lucide'
import { paths } from '../../contract/paths.shared.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useSite } from '../../ui/site.tsx'

export function MemberMenu({ username, items = [] }: { username: string; items?: MenuItem[] }) {
  const { brand } = useSite()
  return (
    <Menu
      label={`More about ${username}`}
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
