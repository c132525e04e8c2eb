import { useMutation } from '@tanstack/react-query'
import { ChevronDown, Download } from 'lucide'
import { type ReactNode, useState } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { ReminderSwitch, reminderQuery } from '../../drops/screens/reminder-switch.tsx'
import {
  MailFrequencySetting,
  mailFrequencyQuery,
} from '../../follows/screens/mail-frequency/mail-frequency-setting.tsx'
import { AvatarSetting } from '../../members/screens/avatar/avatar-setting.tsx'
import { EmailSetting } from '../../members/screens/email/email-setting.tsx'
import { ownFileUrl } from '../../members/screens/own-file-url.ts'
import { useLogOut } from '../../members/screens/session.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { DeviceSetting } from '../../push/screens/device-setting.tsx'
import { SongSwitch, songSettingQuery } from '../../returned-songs/screens/song-switch.tsx'
import { Page, PageHeading } from '../../site/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextLink } from '../../ui/routing/link.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { SessionList, sessionsQuery } from './session-list.tsx'
import { SettingsForm } from './settings-form.tsx'
import { ThemeSetting } from './theme-setting.tsx'

export const queries = () => [mailFrequencyQuery, reminderQuery, songSettingQuery, sessionsQuery]

/** Settings of the account and of this browser. The current user is part of every page. */
export function Screen() {
  const user = useCurrentUser()
  if (!user) return null
  return (
    <Page title="Settings" width="list" className="max-sm:gap-6">
      <PageHeading title="Settings" subtitle={`Signed in as @${user.username}.`} />
      <div className="grid grid-cols-1 gap-10">
        <div className="grid grid-cols-1 gap-6">
          <EmailSetting user={user} />
          <AvatarSetting user={user} />
          <SettingsForm user={user} />
        </div>
        <div className="grid grid-cols-1 divide-y divide-line border-t border-line">
          <More title="Mail" about="How drops come to you, and a reminder of your own.">
            <MailFrequencySetting />
            <div className="mt-4 border-t border-line pt-3">
              <ReminderSwitch />
            </div>
          </More>
          <More title="Notifications" about="Drops of members you choose, as they happen.">
            <DeviceSetting />
          </More>
          <More title="Songs" about="What your followers send back.">
            <SongSwitch />
          </More>
          <More title="Theme" about="Light or dark.">
            <ThemeSetting />
          </More>
          <More title="Sessions" about="Where you are signed in.">
            <SessionList />
          </More>
          <More title="Your data" about="Yours to keep, and to take elsewhere.">
            <DataSetting memberKey={user.member_key} />
          </More>
          <More title="Delete account" about="For good, with everything in it.">
            <DeleteAccount username={user.username} />
          </More>
          <LogOut />
        </div>
      </div>
    </Page>
  )
}

type MoreProps = { title: string; about: string; children: ReactNode }

/** A setting that the specification does not name: one line until it is opened, also by the fragment of a URL. */
function More({ title, about, children }: MoreProps) {
  return (
    <details className="group">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-x-6 py-2 underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden">
        <span className="grid grow gap-x-6 sm:grid-cols-[11rem_minmax(0,1fr)] sm:items-baseline">
          <h2 className="font-bold">{title}</h2>
          <span className="text-sm text-muted">{about}</span>
        </span>
        <Icon icon={ChevronDown} size={18} className="shrink-0 text-muted group-open:rotate-180" />
      </summary>
      {/* The browser opens what a fragment is inside of. */}
      <div
        id={title.toLowerCase().replaceAll(' ', '-')}
        className="grid scroll-mt-32 grid-cols-1 pt-2 pb-6 sm:pl-50"
      >
        {children}
      </div>
    </details>
  )
}

function DataSetting({ memberKey }: { memberKey: string }) {
  return (
    <div className="grid grid-cols-1 gap-3 sm:justify-items-start">
      <Button
        href={ownFileUrl('/api/user/archive', memberKey)}
        download
        variant="secondary"
        icon={<Icon icon={Download} size={18} />}
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

function DeleteAccount({ username }: { username: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        className="text-danger! max-sm:w-full sm:justify-self-start"
        onClick={() => setOpen(true)}
      >
        Delete account…
      </Button>
      {isOpen && <DeleteAccountDialog username={username} onClose={() => setOpen(false)} />}
    </>
  )
}

function LogOut() {
  const logOut = useMutation({ mutationFn: useLogOut() })
  return (
    <div className="grid pt-6">
      <Button
        variant="secondary"
        className="sm:justify-self-start"
        pending={logOut.isPending}
        onClick={() => logOut.mutate()}
      >
        Logout
      </Button>
    </div>
  )
}
