import Ellipsis from 'lucide-react/icons/ellipsis'
import ExternalLink from 'lucide-react/icons/external-link'
import { paths } from '../../platform/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useSite } from '../../ui/site.tsx'

/** The menu of a member in a list: a visit to their page, and what else can be done there. */
export function MemberMenu({ username, items = [] }: { username: string; items?: MenuItem[] }) {
  const { brand } = useSite()
  return (
    <Menu
      trigger={
        <Button variant="quiet" iconOnly icon={<Ellipsis size={20} aria-hidden="true" />}>
          More about {username}
        </Button>
      }
      items={[
        {
          label: `Visit ${brand}`,
          icon: <ExternalLink size={18} aria-hidden="true" />,
          href: paths.profile(username),
          newTab: true,
        },
        ...items,
      ]}
    />
  )
}
