import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide'
import type { ReactNode } from 'react'
import { paths } from '../../../contract/paths.shared.ts'
import { DeviceSetting } from '../../../push/screens/device-setting.tsx'
import {
  MailFrequencySetting,
  mailFrequencyQuery,
} from '../../../subscribers/screens/mail-frequency-setting.tsx'
import { Button } from '../../../ui/button.tsx'
import { DialogButton } from '../../../ui/dialog-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TextLink } from '../../../ui/link.tsx'
import { Card, Page, PageHeading } from '../../../ui/page.tsx'
import { AvatarSetting } from '../avatar/avatar-setting.tsx'
import { EmailSetting } from '../email/email-setting.tsx'
import { useLogOut } from '../session.ts'
import { useCurrentUser } from '../use-current-user.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { SessionList, sessionsQuery } from './session-list.tsx'
import { SettingsForm } from './settings-form.tsx'
import { ThemeSetting } from './theme-setting.tsx'

export const queries = () => [mailFrequencyQuery, sessionsQuery]

/** Settings of the account and of this browser. The current user is part of every page. */
export function Screen() {
  const user = useCurrentUser()
  if (!user) return null
  return (
    <Page title="Settings" className="max-sm:gap-6">
      <PageHeading
        title="Settings"
        subtitle={`Signed in as @${user.username}.`}
        actions={<LogOut />}
      />
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <Index />
        <div className="grid max-w-3xl grid-cols-1 gap-10">
          <Group title={groups.profile}>
            <Section title="Profile image" about="Shown beside your name, as a circle.">
              <AvatarSetting user={user} />
            </Section>
            <Section title="Name and link" about="How people find you and your list.">
              <SettingsForm user={user} />
            </Section>
          </Group>
          <Group title={groups.account}>
            <Section title="Address" about="Where your mail goes. Those you follow see it.">
              <EmailSetting user={user} />
            </Section>
            <Section title="Sessions" about="Where you are signed in.">
              <SessionList />
            </Section>
          </Group>
          <Group title={groups.drops}>
            <Section title="Mail" about="How the drops of everyone you follow come to you.">
              <MailFrequencySetting />
            </Section>
            <Section title="Notifications" about="Drops of members you choose, as they happen.">
              <DeviceSetting />
            </Section>
          </Group>
          <Group title={groups.appearance}>
            <Section title="Theme" about="Light or dark.">
              <ThemeSetting />
            </Section>
          </Group>
          <Group title={groups.data}>
            <Section title="Download" about="Yours to keep, and to take elsewhere.">
              <DataSetting />
            </Section>
            <Section title="Delete account" about="For good, with everything in it.">
              <DialogButton
                variant="secondary"
                className="text-danger! max-sm:w-full sm:justify-self-start sm:self-start"
                dialog={close => <DeleteAccountDialog username={user.username} onClose={close} />}
              >
                Delete account…
              </DialogButton>
            </Section>
          </Group>
        </div>
      </div>
    </Page>
  )
}

const groups = {
  profile: 'Profile',
  account: 'Account',
  drops: 'Mail and notifications',
  appearance: 'Appearance',
  data: 'Your data',
}

const idOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')

/** Links to the groups, beside them on wide screens. */
function Index() {
  return (
    <nav aria-label="Settings" className="max-lg:hidden">
      <ul className="sticky top-6 grid gap-1">
        {Object.values(groups).map(title => (
          <li key={title}>
            <a
              href={`#${idOf(title)}`}
              className="-ml-3 flex min-h-11 items-center rounded-control px-3 font-semibold text-muted hover:bg-sunken hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section id={idOf(title)} className="grid scroll-mt-6 grid-cols-1 gap-3">
      <h2 className="font-display text-heading font-bold">{title}</h2>
      <Card className="grid grid-cols-1 divide-y divide-line py-0!">{children}</Card>
    </section>
  )
}

type SectionProps = { title: string; about: string; children: ReactNode }

function Section({ title, about, children }: SectionProps) {
  return (
    <section className="grid grid-cols-1 gap-x-8 gap-y-4 py-5 md:grid-cols-[11rem_minmax(0,1fr)]">
      <div className="grid content-start gap-1">
        <h3 className="font-bold">{title}</h3>
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
  const logOut = useMutation({ mutationFn: useLogOut() })
  return (
    <Button variant="secondary" pending={logOut.isPending} onClick={() => logOut.mutate()}>
      Logout
    </Button>
  )
}
