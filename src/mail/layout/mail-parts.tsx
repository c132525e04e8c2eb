import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { font, light } from './mail-theme.ts'

type Styled = { children: ReactNode; style?: CSSProperties }

export function MailTable({
  children,
  ...attributes
}: Styled & {
  width?: number | string
  cellPadding?: number
  align?: 'center'
  className?: string
}) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} {...attributes}>
      <tbody>{children}</tbody>
    </table>
  )
}

export function MailHeading({ children }: { children: ReactNode }) {
  return (
    <h1
      className="ink"
      style={{
        ...font(28, 34, 800),
        color: light.ink,
        letterSpacing: '-0.02em',
        margin: '0 0 16px',
      }}
    >
      {children}
    </h1>
  )
}

export function MailParagraph({ children, style }: Styled) {
  const usual = { ...font(16, 25), color: light.ink, margin: '0 0 16px' }
  return (
    <p className="ink" style={{ ...usual, ...style }}>
      {children}
    </p>
  )
}

export function MailSmall({ children, style }: Styled) {
  const usual = { ...font(13, 20), color: light.muted, margin: '0 0 8px' }
  return (
    <p className="muted" style={{ ...usual, ...style }}>
      {children}
    </p>
  )
}

/** The primary action. Outlook takes the padding of a cell and other programs that of a link. */
export function MailButton({ href, children }: { href: string; children: string }) {
  return (
    <MailTable className="wide" style={{ margin: '12px 0' }}>
      <tr>
        <td className="button" align="center" style={buttonCell}>
          <a
            href={href}
            className="button"
            style={{
              ...font(16, 20, 700),
              backgroundColor: light.ink,
              borderRadius: 10,
              color: light.surface,
              display: 'block',
              padding: '15px 28px',
              textDecoration: 'none',
            }}
          >
            {children}
          </a>
        </td>
      </tr>
    </MailTable>
  )
}

/** `mso-padding-alt` is Outlook's own property. */
const buttonCell = {
  backgroundColor: light.ink,
  borderRadius: 10,
  msoPaddingAlt: '15px 28px',
}

export function MailLink({ href, children, style }: Styled & { href: string }) {
  return (
    <a
      href={href}
      className="muted"
      style={{ color: light.muted, textDecoration: 'underline', ...style }}
    >
      {children}
    </a>
  )
}

export type MailSettingsLinks = { choicesLink: string; unsubscribeLink: string }

export function MailSettings({ choicesLink, unsubscribeLink }: MailSettingsLinks) {
  return (
    <MailSmall>
      <MailLink href={choicesLink} style={touchTarget}>
        Choose when mail comes
      </MailLink>
      {' · '}
      <MailLink href={unsubscribeLink} style={touchTarget}>
        Unsubscribe
      </MailLink>
    </MailSmall>
  )
}

export const touchTarget = { display: 'inline-block', padding: '12px 0' }

export const mailSettingsText = ({ choicesLink, unsubscribeLink }: MailSettingsLinks) =>
  `Choose when mail comes: ${choicesLink}\nUnsubscribe: ${unsubscribeLink}`

export function MailUrl({ href }: { href: string }) {
  return (
    <MailTable width="100%">
      <tr>
        <td height="24" />
      </tr>
      <tr>
        <td className="rule" style={{ borderTop: `1px solid ${light.line}`, paddingTop: 16 }}>
          <MailSmall style={{ margin: 0 }}>
            If the button does nothing, copy this address into your browser:
            <br />
            <MailLink href={href} style={{ wordBreak: 'break-all' }}>
              {href}
            </MailLink>
          </MailSmall>
        </td>
      </tr>
    </MailTable>
  )
}

/** Keeps line breaks without `white-space`, which Outlook ignores. */
export function MailLines({
  text,
  render = line => line,
}: {
  text: string
  render?: (line: string) => ReactNode
}) {
  return text.split(/\r\n?|\n/).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines are never moved
    <Fragment key={index}>
      {index > 0 && <br />}
      {render(line)}
    </Fragment>
  ))
}

const confirmForNotes = 'Confirm your address to read notes by mail'

export function ConfirmForNotes({ link }: { link: string }) {
  return (
    <MailParagraph>
      <MailLink href={link}>{confirmForNotes}</MailLink>
    </MailParagraph>
  )
}

export const confirmForNotesText = (link: string) => `${confirmForNotes}: ${link}`
