import { paths } from '../../contract/paths.shared.ts'
import { joinPath } from '../../members/screens/sign-in/login-tabs.ts'
import { Logo } from '../../site/logo.tsx'
import { OperatorLinks } from '../../site/operator-links.tsx'
import { ShareTags } from '../../site/share-tags.tsx'
import { useSite } from '../../site/site.tsx'
import { ownTracksQuery, useOwnTracks } from '../../tracks/screens/own-list.ts'
import { Button } from '../../ui/button.tsx'
import { TextLink } from '../../ui/routing/link.tsx'
import { type Sample, SampleList, sampleQueries, useSample } from './sample-list.tsx'
import { YourSeven } from './your-seven.tsx'

export const queries = (_params: unknown, _search: URLSearchParams, site: Sample) => [
  ...sampleQueries(site),
  ownTracksQuery,
]

export function Screen() {
  const { brand } = useSite()
  return (
    <>
      <ShareTags
        title={`${brand}: seven tracks, in order, yours`}
        description={`${brand} is a public list of the seven tracks you stand behind right now. Drop it, and whoever follows you gets it by email.`}
        path={paths.landing}
      />
      <YourSeven sample={<SampleList />} />
      <Steps />
      <Reasons />
      <Footer />
    </>
  )
}

const steps = (searchesTracks: boolean) => [
  [
    'Name seven',
    searchesTracks
      ? 'Type them, or paste links from Spotify’s share button.'
      : 'Paste links from Spotify’s share button.',
  ],
  ['Put them in order', 'Number one is gold. Number seven only just made it. That is the fun.'],
  ['Drop it', 'Once a week, with a note if you like. Your followers get the list in their inbox.'],
]

function Steps() {
  const { brand, searchesTracks } = useSite()
  const sample = useSample()
  const hasList = useOwnTracks() !== null
  return (
    <section className="mx-auto grid max-w-page grid-cols-1 gap-6 px-4 py-10 sm:px-6 sm:py-14">
      <h2 className="text-heading font-extrabold">Three steps, one of them hard</h2>
      <ol className="grid gap-5 md:grid-cols-3 md:gap-10">
        {steps(searchesTracks).map(([title, text], index) => (
          <li key={title} className="grid grid-cols-[1.75rem_minmax(0,1fr)]">
            <span aria-hidden="true" className="font-display text-2xl leading-none font-black">
              {index + 1}
            </span>
            <div>
              <h3 className="font-bold">{title}</h3>
              <p className="text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {!hasList && (
          <Button href={joinPath} variant="secondary">
            Get Started
          </Button>
        )}
        {sample ? (
          <TextLink href={paths.profile(sample.username)}>See a {brand}</TextLink>
        ) : (
          <TextLink href={paths.charts}>See the charts</TextLink>
        )}
      </p>
    </section>
  )
}

const reasons = [
  ['7 tracks, no more', 'A limit makes it a choice. Anyone can list a hundred tracks.'],
  ['No algorithms', 'A person picked these, in this order, and put their name on it.'],
  ['Effortless drops', 'One button sends your list and your note to everyone who follows you.'],
  ['Own your audience', 'Your followers gave their address to you, and you see who they are.'],
] as const

function Reasons() {
  const { brand } = useSite()
  return (
    <section className="border-y border-line bg-surface">
      <div className="mx-auto grid max-w-page grid-cols-1 gap-4 px-4 py-10 sm:px-6 sm:py-14 lg:grid-cols-[1fr_2fr]">
        <h2 className="text-heading font-extrabold">Why {brand}</h2>
        <ul className="grid gap-x-10 sm:grid-cols-2">
          {reasons.map(([title, text]) => (
            <li key={title} className="grid content-start gap-1 border-t border-line py-5">
              <h3 className="font-bold">{title}</h3>
              <p className="text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Footer() {
  const { brand } = useSite()
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-4 px-4 py-6 text-sm text-muted sm:px-6">
        <p className="inline-flex items-center gap-2">
          <Logo className="size-6 text-ink" />
          Nothing on {brand} counts, tracks or profiles you.
        </p>
        <p className="flex flex-wrap gap-x-5">
          <OperatorLinks />
        </p>
      </div>
    </footer>
  )
}
