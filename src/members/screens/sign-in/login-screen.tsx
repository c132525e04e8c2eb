import { paths } from '../../../contract/paths.shared.ts'
import { Page } from '../../../site/page.tsx'
import { ShareTags } from '../../../site/share-tags.tsx'
import { useSite } from '../../../site/site.tsx'
import { useAddress } from '../../../ui/routing/router.tsx'
import { Tabs } from '../../../ui/routing/tabs.tsx'
import { useHashChoice } from '../../../ui/routing/use-hash-choice.ts'
import { registrationTexts } from '../../invitations/registration.shared.ts'
import { CreateAccountForm } from './create-account-form.tsx'
import { loginTabs } from './login-tabs.ts'
import { SignInForm } from './sign-in-form.tsx'

export function Screen() {
  const { brand, registration } = useSite()
  const invitation = useAddress().searchParams.get('invitation') ?? undefined
  const isClosed = registration === 'closed' || (registration === 'invite' && !invitation)
  const [hash, choose] = useHashChoice(loginTabs)
  const isSignedOut = hash === 'signed-out'
  const tab = isSignedOut || isClosed ? 'sign-in' : hash
  return (
    <Page width="narrow" className="max-sm:gap-4 max-sm:py-4">
      <ShareTags
        title={`${tab === 'sign-in' ? 'Sign In' : 'Create Account'} - ${brand}`}
        description="Sharing music just got fun again"
        path={paths.login}
      />
      <h1 className="text-2xl font-extrabold tracking-tight sm:text-4xl">
        Sharing music just got fun again
      </h1>
      <p role="status" className="font-medium empty:hidden">
        {isSignedOut && 'You were signed out. Sign in to go on.'}
      </p>
      {isClosed ? (
        <>
          <p>{registrationTexts[registration]}</p>
          <SignInForm />
        </>
      ) : (
        <Tabs
          phone="tabs"
          label="Sign in or create an account"
          value={tab}
          onValueChange={choose}
          items={[
            { value: 'sign-in', label: 'Sign In', content: <SignInForm /> },
            {
              value: 'create-account',
              label: 'Create Account',
              content: <CreateAccountForm invitation={invitation} />,
            },
          ]}
        />
      )}
    </Page>
  )
}
