import { ExternalLink } from 'lucide'
import { paths } from '../../contract/paths.shared.ts'
import { useSite } from '../../site/site.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx'

export function MemberMenu({ username, items = [] }: { username: string; items?: MenuItem[] }) {
  const { brand } = useSite()
  return (
    <Menu
      label={`More about ${username}`}
      items={[
        {
          label: `Visit ${brand}`,
          icon: <Icon icon={ExternalLink} size={18} />,
          href: paths.profile(username),
          newTab: true,
        },
        ...items,
      ]}
    />
  )
}
