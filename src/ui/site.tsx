import { createContext, type ReactNode, useContext } from 'react'

/** The installation's settings that pages need. */
export type Site = {
  brand: string
  /** Base URL without a trailing slash. */
  publicUrl: string
  /** Username; null where the landing page shows an example that belongs to nobody. */
  sampleProfile: string | null
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
