import { useEffect } from 'react'
import { paths } from '../../../contract/paths.shared.ts'
import { useStore } from '../../../ui/create-store.ts'
import { Logo } from '../../../ui/logo.tsx'
import { Page } from '../../../ui/page.tsx'
import { ShareTags } from '../../../ui/share-tags.tsx'
import { useSite } from '../../../ui/site.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { CreateAccountForm } from './create-account-form.tsx'
import { loginTab, resetLoginTab, selectLoginTab } from './login-tab.ts'
import { SignInForm } from './sign-in-form.tsx'

export function Screen() {
  const { brand } = useSite()
  const tab = useStore(loginTab)
  useEffect(() => resetLoginTab, [])
  return (
    <Page width="narrow">
      <ShareTags
        title={`${tab === 'sign-in' ? 'Sign In' : 'Create Account'} - ${brand}`}
        description="Sharing music just got fun again"
        path={paths.login}
      />
      <div className="grid gap-4">
        <Logo animated className="size-16 text-ink" />
        <h1 className="font-display text-4xl font-black">Sharing music just got fun again</h1>
      </div>
      <Tabs
        phone="tabs"
        label="Sign in or create an account"
        value={tab}
        onValueChange={selectLoginTab}
        items={[
          { value: 'sign-in', label: 'Sign In', content: <SignInForm /> },
          { value: 'create-account', label: 'Create Account', content: <CreateAccountForm /> },
        ]}
      />
    </Page>
  )
}
