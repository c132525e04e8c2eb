import { type CSSProperties, Fragment } from 'react'
import { MailLayout } from '../../mail/layout/mail-layout.tsx'
import {
  ConfirmForNotes,
  confirmForNotesText,
  MailButton,
  MailHeading,
  MailLink,
  MailParagraph,
  MailSettings,
  type MailSettingsLinks,
  MailSmall,
  MailTable,
  mailSettingsText,
} from '../../mail/layout/mail-parts.tsx'
import { contentWidth, font, light } from '../../mail/layout/mail-theme.ts'
import { mailText, oneLine } from '../../mail/layout/plain-text.ts'
import type { MailTemplate } from '../../mail/layout/render-mail.tsx'
import { pluralize } from '../../ui/text/format.ts'
import { type MailedCover, MailStrip, titleAndArtist } from '../drop-mail-covers.tsx'
import { FirstRank } from '../drop-mail-tracks.tsx'

export type DigestDrop = {
  username: string
  dropNumber: number
  note: string | null
  /** "2 in, 1 out, a new number one" */
  movement: string
  tracks: MailedCover[]
  dropLink: string
  choicesLink: string
}

export type DigestMail = {
  brand: string
  drops: DigestDrop[]
  /** In place of all notes, the page that confirms the recipient's address. */
  confirmLink: string | null
  /** The feed, which plays the number ones; null for a recipient without an account. */
  weekLink: string | null
  homeLink: string
  feedLink: string
  settings: MailSettingsLinks
}

/** Drops after the detailed ones have a line each, and those after these lines are counted. */
const maxListed = 12
/** Mail programs show the first hundred characters or so. */
const maxPreviewed = 3

export function digestMail(
  { brand, drops, confirmLink, weekLink, homeLink, feedLink, settings }: DigestMail,
  maxDetailed: number,
): MailTemplate {
  const members = [...new Set(drops.map(({ username }) => `@${username}`))]
  const subject = `${pluralize(drops.length, 'drop')} this week: ${shortList(members)}`
  const detailed = drops.slice(0, maxDetailed)
  const listed = drops.slice(maxDetailed, maxDetailed + maxListed)
  const others = listed.map((drop): TextLink => [headlineOf(drop), drop.dropLink])
  const remaining = drops.length - detailed.length - listed.length
  if (remaining > 0) others.push([`and ${remaining} more`, feedLink])
  const next = weekLink
    ? { href: weekLink, label: 'Play the number ones' }
    : { href: homeLink, label: `Open ${brand}` }
  const reason = `You get this on Friday mornings because you chose one mail a week from ${brand}.`
  // One link for each member.
  const choices = [...new Map(detailed.map(drop => [drop.username, drop])).values()]
  return {
    subject,
    body: (
      <MailLayout
        brand={brand}
        subject={subject}
        preview={detailed
          .slice(0, maxPreviewed)
          .map(drop => `${headlineOf(drop)}: ${numberOneOf(drop) ?? ''}`)
          .join(' · ')}
        footer={
          <>
            <MailSmall>{reason}</MailSmall>
            <MailSmall>
              <MailLinks
                links={choices.map(drop => [`Stop @${drop.username}`, drop.choicesLink])}
              />
            </MailSmall>
            <MailSettings {...settings} />
          </>
        }
      >
        <MailHeading>{pluralize(drops.length, 'drop')} this week</MailHeading>
        {confirmLink && <ConfirmForNotes link={confirmLink} />}
        {detailed.map(drop => (
          <DropEntry key={drop.dropLink} drop={drop} />
        ))}
        {others.length > 0 && (
          <MailParagraph>
            <MailLinks links={others} />
          </MailParagraph>
        )}
        <MailButton href={next.href}>{next.label}</MailButton>
        <MailSmall style={{ margin: '8px 0 0' }}>Covers and titles come from Spotify.</MailSmall>
      </MailLayout>
    ),
    text: mailText(
      subject,
      confirmLink && confirmForNotesText(confirmLink),
      ...detailed.map(drop =>
        [
          headlineOf(drop),
          drop.note && `> ${oneLine(drop.note)}`,
          drop.movement,
          numberOneOf(drop) && `1. ${numberOneOf(drop)}`,
          drop.dropLink,
        ]
          .filter(Boolean)
          .join('\n'),
      ),
      others.map(([text, href]) => `${text}: ${href}`).join('\n') || null,
      `${next.label}: ${next.href}`,
      [
        reason,
        ...choices.map(drop => `Stop @${drop.username}: ${drop.choicesLink}`),
        mailSettingsText(settings),
      ].join('\n'),
    ),
  }
}

type TextLink = [text: string, href: string]

const MailLinks = ({ links }: { links: TextLink[] }) =>
  links.map(([text, href], index) => (
    <Fragment key={href}>
      {index > 0 && ' · '}
      <MailLink href={href}>{text}</MailLink>
    </Fragment>
  ))

function DropEntry({ drop }: { drop: DigestDrop }) {
  const { username, dropNumber, note, movement, tracks, dropLink } = drop
  const numberOne = numberOneOf(drop)
  return (
    <MailTable width="100%" style={{ width: '100%', margin: '0 0 12px' }}>
      <tr>
        <td
          className="sunken"
          style={{
            backgroundColor: light.sunken,
            borderRadius: 10,
            padding: `16px ${entryPadding}px`,
          }}
        >
          <p className="ink" style={{ ...font(18, 26, 700), color: light.ink, margin: '0 0 6px' }}>
            <a href={dropLink} className="ink" style={{ color: light.ink }}>
              {`@${username}`} #{dropNumber}
            </a>
          </p>
          {note && (
            <p
              dir="auto"
              className="ink"
              style={{ ...entryText, ...font(16, 24), color: light.ink }}
            >
              {oneLine(note)}
            </p>
          )}
          <MailStrip covers={tracks} width={contentWidth - 2 * entryPadding} />
          {numberOne && (
            <MailTable style={{ margin: '10px 0 0' }}>
              <tr>
                <td width={30} style={{ width: 30, padding: '0 12px 0 0' }}>
                  <FirstRank />
                </td>
                <td dir="auto" align="left" className="ink" style={numberOneText}>
                  {numberOne}
                </td>
              </tr>
            </MailTable>
          )}
          <p className="muted" style={{ ...font(14, 20), color: light.muted, margin: '10px 0 0' }}>
            {movement}
          </p>
        </td>
      </tr>
    </MailTable>
  )
}

const numberOneOf = ({ tracks: [first] }: DigestDrop) => first && titleAndArtist(first)

const headlineOf = ({ username, dropNumber }: DigestDrop) => `@${username} #${dropNumber}`

/** "@ana, @ben and 3 more" */
const shortList = (names: string[]) =>
  names.length <= 3
    ? names.join(', ')
    : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`

const entryPadding = 20
const entryText = { margin: '4px 0 10px' }
/** Beside its number in every script, as in the mail of a drop. */
const numberOneText: CSSProperties = { ...font(16, 24, 700), color: light.ink, textAlign: 'left' }
