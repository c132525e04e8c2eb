import { ChartNoAxesColumn, ListMusic, Newspaper, Settings, Users } from 'lucide'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { setBrowserCookie } from '../../members/screens/browser-state.ts'
import { useLogOut } from '../../members/screens/session.ts'
import { useSite } from '../../site/site.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FormatDateContext } from '../../ui/text/dates.tsx'
import { formatDate, formatDateIn } from '../../ui/text/format.ts'
import { Frame } from '../shell/frame.tsx'
import { MemberBar } from '../shell/member-bar.tsx'
import { AccountMenu } from './account-menu.tsx'

type MemberLayoutProps = {
  username: string
  avatar: string | null
  pathname: string
  children: ReactNode
}

export function MemberLayout({ username, avatar, pathname, children }: MemberLayoutProps) {
  const { brand } = useSite()
  const ownFormatDate = useOwnFormatDate()
  const logOut = useLogOut()
  const items = [
    { href: paths.feed, label: 'Feed', icon: <Icon icon={Newspaper} size={22} /> },
    { href: paths.home, label: `My ${brand}`, icon: <Icon icon={ListMusic} size={22} /> },
    { href: paths.people, label: 'My people', icon: <Icon icon={Users} size={22} /> },
    { href: paths.charts, label: 'Charts', icon: <Icon icon={ChartNoAxesColumn} size={22} /> },
  ].map(item => ({ ...item, current: item.href === pathname }))
  const settings = {
    href: paths.settings,
    label: 'Settings',
    icon: <Icon icon={Settings} size={22} />,
    current: pathname === paths.settings,
  }
  return (
    <FormatDateContext value={ownFormatDate}>
      <Frame
        isMember
        top={
          <MemberBar
            brand={brand}
            homeHref={paths.home}
            items={items}
            settings={settings}
            account={<AccountMenu username={username} avatar={avatar} onLogOut={logOut} />}
          />
        }
      >
        {children}
      </Frame>
    </FormatDateContext>
  )
}

/** Formats in UTC until the browser has told its time zone. A cookie tells it to the server for the next page. */
function useOwnFormatDate() {
  const [zone, setZone] = useState(useSite().zone)
  useEffect(() => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
    setBrowserCookie('zone', own)
    setZone(own)
  }, [])
  return useMemo(() => (zone ? formatDateIn(zone) : formatDate), [zone])
}
