import { paths, usernamePattern } from '../../contract/paths.shared.ts'
import type { Config } from '../../platform/config/config.ts'

/** A member could impersonate the service with these words, names that look like them, and names made of several. */
export const officialWords = `
  abuse admin administration administrator admins billing bot bots contact desk help host hostmaster info legal
  mailer mailer-daemon mod moderator moderators no-reply noreply official operator operators owner postmaster
  press privacy root security service staff superuser support sys sysadmin system team teams webmaster
  `
  .trim()
  .split(/\s+/)

const impersonating = new Set(officialWords.map(fold))

/** Names that could become paths, or stand for nobody. Names that look like them are free: Ali is not "all". */
const reserved = new Set(
  `
  about account accounts activate activity add ads all anonymous api app apps archive asset assets auth
  authentication avatar avatars backup blog brand browse cache callback card cards career careers cdn chart
  charts compose config configuration connect contacts cookie cookies copyright create dashboard data database
  default delete deleted dev developer developers disconnect discover docs download downloads drop drops edit
  email emails embed error errors everyone explore false faq favicon favorites feed feedback feeds file files
  follow follower followers following follows forgot forgot-password forum forums ghost guest guests health
  healthz home html http https icon icons image images img inbox index init internal invite jobs join js json
  link links list lists livez local localhost log login logout mail manifest me media member members message
  messages metrics my myself nan new news nobody none not-found notification notifications null oauth object
  oembed offline online openapi outbox page pages password people ping play player playlist playlists policy
  post pricing private profile profiles public radio rank readyz register remove replies report reset
  reset-password robots rss sales save script search secure self server session sessions setting settings setup
  share sign-in sign-out sign-up signin signout signup site sitemap sound spam spotify src ssl static stats
  status stream style styles subscribe suggestion suggestions tag tags terms test test-drop testing tests theme
  token top track tracks trending true undefined unfollow unknown unsubscribe update upload uploads user
  username usernames users verify version visitor web webhook webhooks well-known widget widgets wiki www you
  your yourself
  `
    .trim()
    .split(/\s+/),
)

const pageNames = new Set(
  Object.values(paths).map(path => (typeof path === 'string' ? (path.split('/')[1] ?? '') : '')),
)

/** Whether no member may take a name; the owner of the sample profile's would control the landing page. */
export function isReserved(
  username: string,
  { brand, sampleProfile }: Pick<Config, 'brand' | 'sampleProfile'>,
): boolean {
  const name = username.toLowerCase()
  return (
    // The pattern limits the work below, too: names come from URLs that anybody asks for.
    !usernamePattern.test(name) ||
    !/[a-z\d]/.test(name) ||
    reserved.has(name) ||
    pageNames.has(name) ||
    fold(name) === fold(sampleProfile ?? '') ||
    withoutNumber(name).some(form => isOfficial(form) || isOfBrand(form, fold(brand)))
  )
}

/** Folded, with all digits at its end and with fewer: a 1 or 0 among them may look like a letter. */
function withoutNumber(name: string): string[] {
  const digits = name.length - name.search(/[-_\d]*$/)
  return Array.from({ length: digits + 1 }, (_, cut) => fold(name.slice(0, name.length - cut)))
}

/**
 * Whether a folded name is one of these words, or several after one another, perhaps behind "the" or "real". Each place
 * is tried once, because there are many ways to take a name apart: "sysadmin" is also "sys" and "admin".
 */
function isOfficial(name: string): boolean {
  const starts = new Set([0])
  for (const start of starts) {
    if (impersonating.has(name.slice(start))) return true
    for (const word of openers) if (name.startsWith(word, start)) starts.add(start + word.length)
  }
  return false
}

const openers = ['the', 'real', ...impersonating]

/**
 * Folds to lower case, without hyphens and underscores, and with one spelling for all that look alike. Each character is
 * replaced on its own, so that the parts of a folded name are its folded parts.
 */
function fold(name: string): string {
  return name
    .toLowerCase()
    .replace(/[-_]/g, '')
    .replace(/[1i]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('m', 'rn')
    .replaceAll('w', 'vv')
    .replaceAll('d', 'cl')
}

/** Words that make a name of the service's out of its brand, before or behind it. */
const affixes = new Set([
  ...['', 's', 'hq', 'real', 'the'],
  ...[...impersonating, ...reserved, ...pageNames].map(fold),
])

/** Whether a name is the brand, alone or between affixes; both are folded. */
function isOfBrand(name: string, brand: string): boolean {
  for (let at = name.indexOf(brand); at >= 0; at = name.indexOf(brand, at + 1))
    if (affixes.has(name.slice(0, at)) && affixes.has(name.slice(at + brand.length))) return true
  return false
}
