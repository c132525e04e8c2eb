import { useQuery } from '@tanstack/react-query'
import { paths } from '../../contract/paths.shared.ts'
import { registrationTexts } from '../../members/members.shared.ts'
import { CreateAccountForm } from '../../members/screens/sign-in/create-account-form.tsx'
import { loginTabs } from '../../members/screens/sign-in/login-tabs.ts'
import { SignInForm } from '../../members/screens/sign-in/sign-in-form.tsx'
import { profileQuery } from '../../profiles/screens/profile-query.ts'
import { CoverColors } from '../../site/cover-colors.tsx'
import { Page } from '../../site/page.tsx'
import { ShareTags } from '../../site/share-tags.tsx'
import { useSite } from '../../site/site.tsx'
import { trackColor } from '../../tracks/generated-cover.shared.ts'
import { SevenCovers } from '../../tracks/screens/seven-covers.tsx'
import { listName } from '../../tracks/tracks.shared.ts'
import { TextLink } from '../../ui/routing/link.tsx'
import { useUrl } from '../../ui/routing/router.tsx'
import { Tabs } from '../../ui/routing/tabs.tsx'
import { useHashChoice } from '../../ui/routing/use-hash-choice.ts'
import { exampleTracks, type Sample, sampleQueries, useSample } from './sample-list.tsx'

/** The member on whose page the visitor clicked Join. */
function friendIn(search: URLSearchParams): string | null {
  const name = search.get('from')
  return name && /^[\w-]{3,30}$/.test(name) ? name : null
}

export const queries = (_params: unknown, search: URLSearchParams, site: Sample) => {
  const friend = friendIn(search)
  return friend ? [profileQuery(friend), ...sampleQueries(site)] : sampleQueries(site)
}

export function Screen() {
  const { brand, registration } = useSite()
  const { searchParams } = useUrl()
  const invitation = searchParams.get('invitation') ?? undefined
  const isClosed = registration === 'closed' || (registration === 'invite' && !invitation)
  const [hash, choose] = useHashChoice(loginTabs)
  const isSignedOut = hash === 'signed-out'
  const tab = isSignedOut || isClosed ? 'sign-in' : hash
  return (
    <Page className="mx-auto max-w-md items-start gap-4! py-4! sm:py-8! lg:max-w-none lg:grid-cols-2 lg:gap-x-14!">
      <ShareTags
        title={`${tab === 'sign-in' ? 'Sign In' : 'Create Account'} - ${brand}`}
        description="Sharing music just got fun again"
        path={paths.login}
      />
      <Covers friend={friendIn(searchParams)} />
      <div className="grid max-w-md grid-cols-1 gap-4 sm:gap-8">
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
      </div>
    </Page>
  )
}

/** What the visitor comes from, or what is to be made here. */
function Covers({ friend }: { friend: string | null }) {
  const { data } = useQuery({ ...profileQuery(friend ?? ''), enabled: friend !== null })
  const sample = useSample()
  const [first] = data?.tracks ?? []
  const color = first && trackColor(first)
  const shown = first && data ? data : sample
  const tracks = shown?.tracks ?? exampleTracks
  return (
    <figure className="grid grid-cols-1 gap-2 lg:sticky lg:top-8">
      {color && <CoverColors color={color} />}
      <SevenCovers tracks={tracks} layout="strip" className="lg:hidden" />
      <SevenCovers tracks={tracks} layout="wall" className="max-lg:hidden" />
      {shown && (
        <figcaption className="text-sm">
          <TextLink href={paths.profile(shown.username)}>
            {listName(shown.username, shown.tracks.length)}
          </TextLink>
        </figcaption>
      )}
    </figure>
  )
}
