import { type CSSProperties, createContext, Fragment, type ReactNode, use } from 'react'
import { shorten } from '../../platform/text/shorten.shared.ts'
import { MailLines, MailLink, MailSmall, MailTable } from './mail-parts.tsx'
import { baseStyles, darkStyles, font, fontFamily, light } from './mail-theme.ts'

export type MailOperator = {
  postalAddress: string | null
  /** `shown` stands in the text part, which has no labels to click. */
  links: { label: string; shown: string; href: string }[]
  /** The email that replies go to; null if nobody reads them. */
  repliesTo: string | null
}

export const OperatorContext = createContext<MailOperator>({
  postalAddress: null,
  links: [],
  repliesTo: null,
})

export const repliesText = ({ repliesTo }: MailOperator) =>
  repliesTo === null ? 'Nobody reads replies to this mail.' : `Replies go to ${repliesTo}.`

type MailLayoutProps = {
  brand: string
  subject: string
  /** Preheader: what mail programs show next to the subject in the list of mails. `previewText` fits it. */
  preview: string
  /** The colors of a band on top of the sheet. */
  band?: { light: string; dark: string } | null
  children: ReactNode
  footer: ReactNode
}

export function MailLayout({ brand, subject, preview, band, children, footer }: MailLayoutProps) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{subject}</title>
        <style>{baseStyles}</style>
        <style>{darkStyles}</style>
        {band && <style>{bandInDark(band.dark)}</style>}
      </head>
      <body className="canvas" style={{ backgroundColor: light.canvas, margin: 0, padding: 0 }}>
        <div style={hidden}>{preview}</div>
        {/* A div of its own, because Gmail replaces the body. */}
        <div
          className="canvas"
          style={{
            backgroundColor: light.canvas,
            fontFamily,
            padding: '0 12px',
            wordBreak: 'break-word',
          }}
        >
          <MailTable
            // Outlook knows no max-width, so the width is the fixed one.
            width={600}
            align="center"
            className="wide"
            style={{ width: 600, maxWidth: '100%', margin: '0 auto' }}
          >
            <tr>
              <td className="under" style={{ padding: '32px 40px 20px' }}>
                <Wordmark brand={brand} />
              </td>
            </tr>
            <tr>
              <td
                className={`sheet inside${band ? ' band' : ''}`}
                style={{
                  backgroundColor: light.surface,
                  border: `1px solid ${light.line}`,
                  ...(band && { borderTop: bandBorder(band.light) }),
                  borderRadius: 14,
                  padding: '36px 40px',
                }}
              >
                {children}
              </td>
            </tr>
            <tr>
              <td className="under" style={{ padding: '24px 40px 40px' }}>
                {footer}
                <Operator />
              </td>
            </tr>
          </MailTable>
        </div>
      </body>
    </html>
  )
}

/** A border, because programs that invert the colors of a mail leave borders alone. */
const bandBorder = (color: string) => `10px solid ${color}`

/** The dark styles give the whole sheet another border. */
const bandInDark = (color: string) =>
  `@media (prefers-color-scheme:dark){.band{border-top-color:${color}!important}}`

function Operator() {
  const operator = use(OperatorContext)
  const { postalAddress, links } = operator
  return (
    <>
      <MailSmall>{repliesText(operator)}</MailSmall>
      {links.length > 0 && (
        <MailSmall>
          {links.map(({ label, href }, index) => (
            <Fragment key={label}>
              {index > 0 && ' · '}
              <MailLink href={href}>{label}</MailLink>
            </Fragment>
          ))}
        </MailSmall>
      )}
      {postalAddress !== null && (
        <MailSmall>
          <MailLines text={postalAddress} />
        </MailSmall>
      )}
    </>
  )
}

/** The dots of the logo as characters, because many programs block images. */
function Wordmark({ brand }: { brand: string }) {
  return (
    <p className="ink" style={{ ...font(20, 28, 800), color: light.ink, margin: 0 }}>
      {brand}{' '}
      <span aria-hidden="true" className="golden" style={{ color: light.gold }}>
        ●
      </span>
      <span aria-hidden="true" style={{ fontWeight: 400 }}>
        ●●••··
      </span>
    </p>
  )
}

const previewLength = 100

/** The beginning of a text, padded so that mail programs do not append the wordmark to a short one. */
export function previewText(text: string) {
  const shown = shorten(text, previewLength)
  return shown + '\u00a0\u200c'.repeat(Math.max(0, previewLength - [...shown].length) / 2)
}

const hidden: CSSProperties = {
  display: 'none',
  overflow: 'hidden',
  lineHeight: '1px',
  opacity: 0,
  maxHeight: 0,
  maxWidth: 0,
  // Gmail's mobile page knows none of the above.
  fontSize: 1,
}
