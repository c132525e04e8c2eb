import { createContext, type ReactNode, useContext } from 'react'

export type Site = {
  brand: string
  publicUrl: string
  /** Username; null where the landing page shows an example that belongs to nobody. */
  sampleProfile: string | null
  searchesTracks: boolean
  registration: 'open' | 'invite' | 'closed'
  /** What the operator has set of contact, privacy and imprint. */
  operatorLinks: { label: string; href: string }[]
  /** The IANA name of the time zone of a member's browser, as far as the server knows it. */
  zone: string | null
}

type SiteContextValue = Site & {
  /** The server's time of rendering in milliseconds; hydration uses the same. */
  now: number
}

const SiteContext = createContext<SiteContextValue | null>(null)

export function SiteProvider({ site, children }: { site: SiteContextValue; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>
}

export function useSite(): SiteContextValue {
  const site = useContext(SiteContext)
  if (!site) throw new Error('useSite needs a SiteProvider')
  return site
}
