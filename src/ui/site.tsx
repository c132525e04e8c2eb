import { createContext, type ReactNode, useContext } from 'react'

/** What every page knows about the installation that serves it. */
export type Site = {
  brand: string
  /** The address links start with, without a trailing slash. */
  publicUrl: string
  /** Username; null where the landing page shows an example that belongs to nobody. */
  sampleProfile: string | null
}

type Surroundings = Site & {
  /** Milliseconds, as the server saw it when it rendered; the same in both renderings of a page. */
  now: number
}

const SiteContext = createContext<Surroundings | null>(null)

export function SiteProvider({ site, children }: { site: Surroundings; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>
}

/** The brand, the public address and the time of rendering. */
export function useSite(): Surroundings {
  const site = useContext(SiteContext)
  if (!site) throw new Error('useSite needs a SiteProvider')
  return site
}
