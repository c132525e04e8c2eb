import { paths } from '../../contract/paths.shared.ts'
import type { Config } from '../../platform/config.ts'

/** Names that could become addresses, or by which a member could impersonate the service. */
const reserved = new Set(
  `
  about account accounts activate activity add admin administration administrator admins ads all anonymous api app
  apps archive asset assets auth authentication avatar avatars
  backup billing blog bot bots brand browse
  cache callback card cards career careers cdn chart charts compose config configuration connect contact contacts cookie cookies
  copyright create
  dashboard data database default delete deleted dev developer developers disconnect discover docs
  download downloads drop drops
  edit email emails embed error errors everyone explore
  false faq favicon favorites feed feedback feeds file files follow follower followers following follows forgot
  forgot-password forum forums
  ghost guest guests
  healthz health help home host hostmaster html http https
  icon icons image images img inbox index info init internal invite
  jobs join js json
  legal link links list lists livez local localhost log login logout
  mail mailer mailer-daemon manifest me media member members message messages metrics mod moderator moderators my
  myself
  nan new news no-reply nobody none noreply not-found notification notifications null
  oauth object oembed offline official online openapi operator operators outbox owner
  page pages password people ping play player playlist playlists policy post postmaster press pricing privacy
  private profile profiles public
  radio rank readyz register remove replies report reset reset-password robots root rss
  sales save script search secure security self server service session sessions setting settings setup share
  sign-in sign-out sign-up signin signout signup site sitemap sound spam spotify src ssl staff static stats status
  stream style styles subscribe suggestion suggestions superuser support sys sysadmin system
  tag tags team teams terms test test-drop testing tests theme token top track tracks trending true
  undefined unfollow unknown unsubscribe update upload uploads user username usernames users
  verify version visitor
  web webhook webhooks webmaster well-known widget widgets wiki www
  you your yourself
  `
    .trim()
    .split(/\s+/),
)

const pageNames = new Set(
  Object.values(paths).map(path => (typeof path === 'string' ? path.split('/')[1] : '')),
)

/** Whether no member may take a name; the owner of the sample profile's would control the landing page. */
export function isReserved(
  username: string,
  { brand, sampleProfile }: Pick<Config, 'brand' | 'sampleProfile'>,
): boolean {
  const name = username.toLowerCase()
  return (
    reserved.has(name) ||
    pageNames.has(name) ||
    name === sampleProfile?.toLowerCase() ||
    isOfBrand(name, brand.toLowerCase())
  )
}

function isOfBrand(name: string, brand: string) {
  const variants = ['', 's', 'app', 'hq', 'team', 'support', 'official', 'admin', 'help', 'staff']
  return variants.some(word =>
    [brand + word, `${brand}-${word}`, `${brand}_${word}`].includes(name),
  )
}
