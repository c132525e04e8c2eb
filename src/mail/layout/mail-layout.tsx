import type { CSSProperties, ReactNode } from 'react'
import { Body, Button, Container, Head, Heading, Html, Link, Section, Text } from 'react-email'
import { baseStyles, darkStyles, font, fontFamily, light } from './mail-theme.ts'

type MailLayoutProps = {
  brand: string
  subject: string
  /** Preheader: what mail programs show next to the subject in the list of mails. */
  preview: string
  children: ReactNode
  /** Why the mail was sent, and how to stop it. */
  footer: ReactNode
}

/** The page of a mail: wordmark, sheet, footer. Light by inline styles, dark by `prefers-color-scheme`. */
export function MailLayout({ brand, subject, preview, children, footer }: MailLayoutProps) {
  return (
    <Html>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{subject}</title>
        <style>{baseStyles}</style>
        <style>{darkStyles}</style>
      </Head>
      <Body
        className="canvas"
        style={{ backgroundColor: light.canvas, fontFamily, padding: 0, margin: 0 }}
      >
        <div style={hidden}>
          {[...preview].slice(0, previewLength).join('')}
          {/* Padding, so that mail programs do not append the wordmark to a short preview. */}
          {'\u00a0\u200c'.repeat(40)}
        </div>
        <Container
          className="frame"
          // Outlook does not support max-width.
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
        ...font(28, 34),
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
        ...font(16, 25),
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

/** Secondary text: smaller and paler. */
export function MailSmall({ children, style }: { children: ReactNode; style?: CSSProperties }) {
  return (
    <Text
      className="muted"
      style={{
        ...font(13, 20),
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

/** The primary action. */
export function MailButton({ href, children }: { href: string; children: string }) {
  return (
    <Section style={{ padding: '12px 0' }}>
      <Button
        href={href}
        className="button"
        style={{
          ...font(16, 20),
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

/** The link as text, for programs that do not show the button. */
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

/** The seven dots of the logo as characters, because many programs block images. */
function Wordmark({ brand }: { brand: string }) {
  return (
    <Section tdClassName="under" style={{ padding: '0 40px 20px' }}>
      <Text
        className="ink"
        style={{
          ...font(20, 28),
          color: light.ink,
          fontWeight: 800,
          letterSpacing: '-0.02em',
          margin: 0,
        }}
      >
        {brand}
        <span aria-hidden="true" style={{ letterSpacing: 2, fontWeight: 400, lineHeight: 1 }}>
          {'\u00a0'}
          {dotSizes.map((size, index) => (
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

/** Characters; mail programs show at most this many. */
const previewLength = 140

/** Pixels. */
const dotSizes = [20, 17, 15, 13, 11, 9, 7]

const hidden: CSSProperties = {
  display: 'none',
  overflow: 'hidden',
  lineHeight: '1px',
  opacity: 0,
  maxHeight: 0,
  maxWidth: 0,
}
