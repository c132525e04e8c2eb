import type { CSSProperties, ReactNode } from 'react'
import { Body, Button, Container, Head, Heading, Html, Link, Section, Text } from 'react-email'

/** A mail ready to be made into strings. */
export type MailTemplate = { subject: string; body: ReactNode; text: string }

type MailLayoutProps = {
  brand: string
  subject: string
  /** What the list of mails shows beside the subject. */
  preview: string
  children: ReactNode
  /** Why the mail was sent, and how to stop it. */
  footer: ReactNode
}

/** The page of a mail: wordmark, sheet, footer. Light by inline styles, dark where the program asks for it. */
export function MailLayout({ brand, subject, preview, children, footer }: MailLayoutProps) {
  return (
    <Html>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{subject}</title>
        <style>{narrow}</style>
        <style>{dark}</style>
      </Head>
      <Body className="canvas" style={{ backgroundColor: light.canvas, padding: 0, margin: 0 }}>
        <div style={hidden}>
          {preview}
          {/* Keeps the list of mails from showing the wordmark after a short preview. */}
          {'\u00a0\u200c'.repeat(40)}
        </div>
        <Container className="frame" style={{ maxWidth: 600, padding: '32px 16px 40px' }}>
          <Wordmark brand={brand} />
          <Section
            className="sheet"
            tdClassName="inside"
            style={{
              backgroundColor: light.surface,
              border: `1px solid ${light.line}`,
              borderRadius: 14,
              borderCollapse: 'separate',
              padding: '36px 40px 40px',
            }}
          >
            {children}
          </Section>
          <Section tdClassName="under" style={{ padding: '24px 40px 0' }}>
            {footer}
          </Section>
        </Container>
      </Body>
    </Html>
  )
}

export function MailHeading({ children }: { children: ReactNode }) {
  return (
    <Heading
      className="ink"
      style={{
        ...type(28, 34),
        color: light.ink,
        fontWeight: 800,
        letterSpacing: '-0.02em',
        margin: '0 0 16px',
      }}
    >
      {children}
    </Heading>
  )
}

export function MailParagraph({ children, style }: { children: ReactNode; style?: CSSProperties }) {
  return (
    <Text
      className="ink"
      style={{ ...type(16, 25), color: light.ink, margin: '0 0 16px', ...style }}
    >
      {children}
    </Text>
  )
}

/** Smaller and paler: what has to be said but is not what the mail is for. */
export function MailSmall({ children, style }: { children: ReactNode; style?: CSSProperties }) {
  return (
    <Text
      className="muted"
      style={{ ...type(13, 20), color: light.muted, margin: '0 0 8px', ...style }}
    >
      {children}
    </Text>
  )
}

/** The one link that matters. */
export function MailButton({ href, children }: { href: string; children: string }) {
  return (
    <Section style={{ padding: '12px 0 8px' }}>
      <Button
        href={href}
        className="button"
        style={{
          ...type(16, 20),
          backgroundColor: light.accent,
          color: '#ffffff',
          borderRadius: 10,
          fontWeight: 700,
          padding: '14px 26px',
        }}
      >
        {children}
      </Button>
    </Section>
  )
}

export function MailLink({
  href,
  children,
  className = 'muted',
  style,
}: {
  href: string
  children: ReactNode
  className?: string
  style?: CSSProperties
}) {
  return (
    <Link
      href={href}
      className={className}
      style={{ color: light.muted, textDecorationLine: 'underline', ...style }}
    >
      {children}
    </Link>
  )
}

/** The link once more in letters, for programs that show no buttons. */
export function MailAddress({ href }: { href: string }) {
  return (
    <MailSmall style={{ margin: '16px 0 0' }}>
      Or copy this address into your browser:
      <br />
      <MailLink href={href} style={{ wordBreak: 'break-all' }}>
        {href}
      </MailLink>
    </MailSmall>
  )
}

export const light = {
  canvas: '#f6f3ea',
  surface: '#fffdf7',
  sunken: '#ebe6d8',
  line: '#d9d2c0',
  ink: '#121a35',
  muted: '#555d78',
  accent: '#1c5a94',
  gold: '#eeb211',
  onGold: '#1f1700',
  /** The block of ink that holds a member's own words, in both themes. */
  night: '#131b34',
  onNight: '#f3f0e6',
}

/** Pixels. */
export const type = (size: number, line: number): CSSProperties => ({
  fontFamily: 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif',
  fontSize: size,
  lineHeight: `${line}px`,
})

/** Seven blips in letters: no picture to load, and none that is missing where pictures are off. */
function Wordmark({ brand }: { brand: string }) {
  return (
    <Section tdClassName="under" style={{ padding: '0 40px 20px' }}>
      <Text
        className="ink"
        style={{
          ...type(20, 28),
          color: light.ink,
          fontWeight: 800,
          letterSpacing: '-0.02em',
          margin: 0,
        }}
      >
        {brand}
      </Text>
    </Section>
  )
}

const hidden: CSSProperties = {
  display: 'none',
  overflow: 'hidden',
  lineHeight: '1px',
  opacity: 0,
  maxHeight: 0,
  maxWidth: 0,
}

const narrow = `
@media (max-width:480px){
.frame>tbody>tr>td{padding:20px 12px 32px!important}
.inside{padding:28px 20px 28px!important}
.under{padding-left:20px!important;padding-right:20px!important}
}`

const dark = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.canvas,.canvas>table>tbody>tr>td{background-color:#0b1124!important}
.sheet{background-color:#131b34!important;border-color:#2b3760!important}
.sunken{background-color:#1c2646!important}
.night{background-color:#0b1124!important}
.rule{border-color:#2b3760!important}
.ink{color:#f3f0e6!important}
.muted{color:#a9b2cd!important}
.accent{color:#549ad1!important}
.button{background-color:#549ad1!important;color:#081022!important}
.gold{background-color:#f6c445!important;color:#1f1700!important}
}`
