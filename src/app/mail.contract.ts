import type { DropTrack } from '../drops/drops.contract.ts'
import type { Site } from './render.contract.ts'

/** Every kind of mail and what is said in it. */
export type MailContent = { site: Site } & (
  | { kind: 'confirm-follow'; username: string; link: string }
  | { kind: 'confirm-email'; link: string }
  | { kind: 'reset-password'; username: string; link: string }
  | DropMailContent
)

export type DropMailContent = {
  kind: 'drop' | 'test-drop'
  username: string
  dropNumber: number
  note: string | null
  tracks: Pick<DropTrack, 'spotify_track_id' | 'rank' | 'title' | 'artist' | 'artwork'>[]
  dropLink: string
  /** Address of the page that stops these mails; null in a test drop. */
  unsubscribeLink: string | null
  /** Why this person gets it, as a sentence. */
  reason: string
}

export type RenderedMail = { subject: string; html: string; text: string }
