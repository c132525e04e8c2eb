import type { CSSProperties, ReactNode } from 'react'
import { Body, Button, Container, Head, Heading, Html, Link, Section, Text } from 'react-email'
import { dark, fontFamily, further, light, type } from './mail-theme.ts'

/** A mail ready to be made into strings. */

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
        <style>{further}</style>
        <style>{dark}</style>
      </Head>
      <Body
        className="canvas"
        style={{ backgroundColor: light.canvas, fontFamily, padding: 0, margin: 0 }}
      >
        <div style={hidden}>
          {[...preview].slice(0, previewLength).join('')}
          {/* Keeps the list of mails from showing the wordmark after a short preview. */}
          {'\u00a0\u200c'.repeat(40)}
        </div>
        <Container
          className="frame"
          // For Outlook, which knows no max-width.
          width={600}
          style={{ width: '100%', maxWidth: 600, padding: '32px 16px 40px' }}
        >
          <Wordmark brand={brand} />
          <Section
            className="sheet"
            tdClassName="inside"
            style={{
              backgroundColor: light.surface,
              border: `1px solid ${light.line}`,
              borderRadius: 14,
              borderCollapse: 'separate',
              padding: '36px 40px 36px',
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
        wordBreak: 'break-word',
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
      style={{
        ...type(16, 25),
        color: light.ink,
        margin: '0 0 16px',
        wordBreak: 'break-word',
        ...style,
      }}
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
      style={{
        ...type(13, 20),
        color: light.muted,
        margin: '0 0 8px',
        wordBreak: 'break-word',
        ...style,
      }}
    >
      {children}
    </Text>
  )
}

/** The one link that matters. */
export function MailButton({ href, children }: { href: string; children: string }) {
  return (
    <Section style={{ padding: '12px 0' }}>
      <Button
        href={href}
        className="button"
        style={{
          ...type(16, 20),
          backgroundColor: light.accent,
          color: '#ffffff',
          borderRadius: 10,
          fontWeight: 700,
          padding: '15px 28px',
          textAlign: 'center',
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
    <Section
      className="rule"
      style={{ borderTop: `1px solid ${light.line}`, paddingTop: 16, marginTop: 24 }}
    >
      <MailSmall style={{ margin: 0 }}>
        If the button does nothing, copy this address into your browser:
        <br />
        <MailLink href={href} style={{ wordBreak: 'break-all' }}>
          {href}
        </MailLink>
      </MailSmall>
    </Section>
  )
}

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
        <span aria-hidden="true" style={{ letterSpacing: 2, fontWeight: 400, lineHeight: 1 }}>
          {'\u00a0'}
          {blips.map((size, index) => (
            <span
              key={size}
              style={{
                fontSize: size,
                verticalAlign: 'middle',
                ...(index === 0 && { color: light.gold }),
              }}
            >
              ●
            </span>
          ))}
        </span>
      </Text>
    </Section>
  )
}

/** Characters; no program shows more. */
const previewLength = 140

/** Pixels. */
const blips = [20, 17, 15, 13, 11, 9, 7]

const hidden: CSSProperties = {
  display: 'none',
  overflow: 'hidden',
  lineHeight: '1px',
  opacity: 0,
  maxHeight: 0,
  maxWidth: 0,
}
