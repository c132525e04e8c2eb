import { paths } from '../../contract/paths.shared.ts'
import { joinPath, yourSevenId } from '../../members/screens/sign-in/login-tabs.ts'
import { profileQuery } from '../../profiles/screens/profile-query.ts'
import { Button } from '../../ui/button.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Logo } from '../../ui/logo.tsx'
import { ShareTags } from '../../ui/share-tags.tsx'
import { OperatorLinks } from '../../ui/shell/operator-links.tsx'
import { useSite } from '../../ui/site.tsx'
import { SampleList, useSample } from './sample-list.tsx'
import { YourSeven } from './your-seven.tsx'

type Sample = { sampleProfile: string | null }

export const queries = (_params: unknown, _search: URLSearchParams, site: Sample) =>
  site.sampleProfile === null ? [] : [profileQuery(site.sampleProfile)]

export function Screen() {
  const { brand } = useSite()
  return (
    <>
      <ShareTags
        title={`${brand}: seven tracks, in order, yours`}
        description={`${brand} is a public list of the seven tracks you stand behind right now. Drop it, and whoever follows you gets it by email.`}
        path={paths.landing}
      />
      <Hero />
      <Steps />
      <Reasons />
      <YourSeven />
      <Footer />
    </>
  )
}

function Hero() {
  const { brand } = useSite()
  const sample = useSample()
  const second = sample
    ? { href: paths.profile(sample.username), label: `See a ${brand}` }
    : { href: paths.charts, label: 'See the charts' }
  return (
    <div className="dark-block relative overflow-hidden bg-canvas text-ink">
      <BackgroundCircles />
      <div className="relative mx-auto grid max-w-page grid-cols-1 items-center gap-10 px-4 py-10 sm:px-6 sm:py-16 lg:grid-cols-[1.1fr_1fr] lg:gap-14">
        <div className="grid gap-5 sm:gap-6">
          <h1 className="font-display text-display font-black">
            {/* The spaces separate the lines for screen readers and when copied. */}
            <span className="block">Seven tracks. </span>
            <span className="block">In order. </span>
            <span className="block">Yours.</span>
          </h1>
          <p className="max-w-lg text-lg text-muted sm:text-xl">
            {brand} is a public list of the seven tracks you stand behind right now. Change it when
            you change, drop it when it is good, and whoever follows you gets it by email.
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <Button href={joinPath} size="lg" className="max-sm:grow">
              Get Started
            </Button>
            <Button href={second.href} size="lg" variant="secondary" className="max-sm:grow">
              {second.label}
            </Button>
          </div>
          <p>
            Or try it first: <TextLink href={`#${yourSevenId}`}>what are your seven?</TextLink>
          </p>
        </div>
        <SampleList />
      </div>
    </div>
  )
}

function BackgroundCircles() {
  return (
    <svg
      viewBox="0 0 1200 800"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
      className="absolute inset-0 size-full text-line opacity-60"
    >
      {[110, 220, 330, 440, 550, 660, 770].map(radius => (
        <circle
          key={radius}
          cx="900"
          cy="400"
          r={radius}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        />
      ))}
    </svg>
  )
}

const steps = [
  ['Paste seven links', 'Any track on Spotify, straight from its share button.'],
  ['Put them in order', 'Number one is gold. Number seven only just made it. That is the fun.'],
  ['Drop it', 'Once a week, with a note if you like. Your followers get the list in their inbox.'],
] as const

function Steps() {
  return (
    <section className="mx-auto grid max-w-page grid-cols-1 gap-8 px-4 py-14 sm:px-6 sm:py-20">
      <h2 className="font-display text-title font-extrabold">Three steps, one of them hard</h2>
      <ol className="grid gap-8 md:grid-cols-3 md:gap-10">
        {steps.map(([title, text], index) => (
          <li key={title} className="grid content-start gap-2 border-t-4 border-ink pt-4">
            <span aria-hidden="true" className="font-display text-5xl font-black text-ink">
              {index + 1}
            </span>
            <h3 className="font-display text-heading font-bold">{title}</h3>
            <p className="text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const reasons = [
  ['7 tracks, no more', 'A limit makes it a choice. Anyone can list a hundred songs.'],
  ['No algorithms', 'A person picked these, in this order, and put their name on it.'],
  ['Effortless drops', 'One button sends your list and your note to everyone who follows you.'],
  ['Own your audience', 'Your followers gave their address to you, and you see who they are.'],
] as const

function Reasons() {
  const { brand } = useSite()
  return (
    <section className="border-y border-line bg-surface">
      <div className="mx-auto grid max-w-page grid-cols-1 gap-8 px-4 py-14 sm:px-6 sm:py-20 lg:grid-cols-[1fr_2fr]">
        <h2 className="font-display text-title font-extrabold">Why {brand}</h2>
        <ul className="grid gap-x-10 sm:grid-cols-2">
          {reasons.map(([title, text]) => (
            <li key={title} className="grid content-start gap-1 border-t border-line py-5">
              <h3 className="font-display text-heading font-bold">{title}</h3>
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
