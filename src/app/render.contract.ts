import type { MailContent, RenderedMail } from './mail.contract.ts'

/** What the server asks of the build's renderer (render.tsx) and what it gets. */
export type Renderer = {
  renderPage(request: PageRequest): Promise<PageAnswer>
  renderMail(content: MailContent): RenderedMail
}

/** What every page knows about the place it is served from. */
export type Site = {
  brand: string
  /** The address links start with, without a trailing slash. */
  publicUrl: string
  sampleProfile: string
}

export type PageRequest = {
  /** Path and search, as in the request line. */
  url: string
  site: Site
  /** Milliseconds; pages never read the clock while rendering. */
  now: number
  /** Answers a GET of the app's own API for the person who asks. */
  get(address: string): Promise<{ status: number; answer: unknown }>
}

export type PageAnswer =
  | { kind: 'redirect'; to: string; permanent?: boolean }
  | {
      kind: 'page'
      status: number
      /** Tags for the document's head: title, meta, links. */
      head: string
      body: string
      /** What the browser needs to take over; goes into the page as JSON. */
      state: PageState
      /** Source files of the screen, to preload what the build made of them. */
      modules: string[]
    }

export type PageState = { site: Site; now: number; queries: unknown }
