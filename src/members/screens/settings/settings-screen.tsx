import { Download } from 'lucide'
import { type ReactNode, useState } from 'react'
import { paths } from '../../../contract/paths.shared.ts'
import { DeviceSetting } from '../../../push/screens/device-setting.tsx'
import {
  MailFrequencySetting,
  mailFrequencyQuery,
} from '../../../subscribers/screens/mail-frequency-setting.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TextLink } from '../../../ui/link.tsx'
import { Page, PageHeading } from '../../../ui/page.tsx'
import { useSite } from '../../../ui/site.tsx'
import { AvatarSetting } from '../avatar/avatar-setting.tsx'
import { EmailSetting } from '../email/email-setting.tsx'
import { useLogOut } from '../session.ts'
import { useCurrentUser } from '../use-current-user.ts'
import { ActivityList, initialActivityQuery } from './activity-list.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { SessionList, sessionsQuery } from './session-list.tsx'
import { SettingsForm } from './settings-form.tsx'
import { ThemeSetting } from './theme-setting.tsx'

export const queries = () => [mailFrequencyQuery, sessionsQuery, initialActivityQuery]

/** Settings of the account and of this browser. The current user is part of every page. */
export function Screen() {
  const { brand } = useSite()
  const user = useCurrentUser()
  if (!user) return null
  return (
    <Page width="list">
      <title>{`Settings - ${brand}`}</title>
      <PageHeading title="Settings" />
      <div className="grid grid-cols-1 divide-y divide-line border-y border-line">
        <Section title="Profile image" about="Shown beside your name, as a circle.">
          <AvatarSetting user={user} />
        </Section>
        <Section title="Profile" about="How people find you and your list.">
          <SettingsForm user={user} />
        </Section>
        <Section title="Account" about="Where your mail goes. Those you follow see this address.">
          <EmailSetting user={user} />
        </Section>
        <Section title="Mail" about="How the drops of everyone you follow come to you.">
          <MailFrequencySetting />
        </Section>
        <Section title="Notifications" about="Drops of members you choose, as they happen.">
          <DeviceSetting />
        </Section>
        <Section title="Appearance" about="Paper or night.">
          <ThemeSetting />
        </Section>
        <Section title="Session" about={`Signed in as @${user.username}.`}>
          <LogOut />
        </Section>
        <Section
          title="Account activity"
          about="Where you are signed in, and what happened lately."
        >
          <div className="grid grid-cols-1 gap-8">
            <SessionList />
            <ActivityList />
          </div>
        </Section>
        <Section title="Your data" about="Yours to keep, and to take elsewhere.">
          <DataSetting />
        </Section>
        <Section title="Delete account" about="For good, with everything in it.">
          <DeleteAccount user={user} />
        </Section>
      </div>
    </Page>
  )
}

function Section({
  title,
  about,
  children,
}: {
  title: string
  about: string
  children: ReactNode
}) {
  return (
    <section className="grid grid-cols-1 gap-x-10 gap-y-5 py-8 md:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="grid content-start gap-1">
        <h2 className="font-display text-heading font-bold">{title}</h2>
        <p className="text-sm text-muted">{about}</p>
      </div>
      {children}
    </section>
  )
}

function DataSetting() {
  return (
    <div className="grid grid-cols-1 gap-3 sm:justify-items-start">
      <Button
        href="/api/user/archive"
        download
        variant="secondary"
        icon={<Icon shape={Download} size={18} />}
      >
        Download my data
      </Button>
      <p className="text-sm text-muted">
        One zip file with your list, drops, followers, profile and image, as JSON and as tables. You
        have such a file from elsewhere? <TextLink href={paths.importData}>Import it here</TextLink>
        .
      </p>
    </div>
  )
}

function LogOut() {
  const [isLeaving, setLeaving] = useState(false)
  const logOut = useLogOut()
  return (
    <Button
      variant="secondary"
      pending={isLeaving}
      className="max-sm:w-full sm:justify-self-start sm:self-start"
      onClick={async () => {
        setLeaving(true)
        await logOut()
        setLeaving(false)
      }}
    >
      Logout
    </Button>
  )
}
