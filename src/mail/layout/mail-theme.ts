import type { CSSProperties } from 'react'

export const light = {
  canvas: '#f6f3ea',
  surface: '#fffdf7',
  sunken: '#ebe6d8',
  line: '#d9d2c0',
  ink: '#121a35',
  muted: '#555d78',
  accent: '#1c5a94',
  onAccent: '#ffffff',
  gold: '#eeb211',
  onGold: '#1f1700',
  /** The background of a member's note, in both themes. */
  night: '#131b34',
  onNight: '#f3f0e6',
  /** Web addresses in a note, as on the site. */
  link: '#549ad1',
}

export const fontFamily =
  '-apple-system, BlinkMacSystemFont, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif'

/** Pixels. */
export const font = (size: number, line: number, weight = 400): CSSProperties => ({
  fontSize: size,
  lineHeight: `${line}px`,
  ...(weight !== 400 && { fontWeight: weight }),
})

/** For Outlook, whose tables inherit no typeface, and for the width of a phone. */
export const baseStyles = `
table,td,p,h1,a{font-family:${fontFamily};mso-line-height-rule:exactly}
@media (max-width:480px){
.inside{padding:28px 20px!important}
.under{padding-left:21px!important;padding-right:21px!important}
.wide{width:100%!important}
}`

/** Overrides the inline styles in dark mode. */
export const darkStyles = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.canvas{background-color:#0b1124!important}
.sheet{background-color:#131b34!important;border-color:#2b3760!important}
.sunken{background-color:#1c2646!important}
.night{background-color:#0b1124!important}
.rule{border-color:#2b3760!important}
.ink{color:#f3f0e6!important}
.muted{color:#a9b2cd!important}
.button{background-color:#549ad1!important;color:#081022!important}
.gold{background-color:#f6c445!important;color:#1f1700!important}
.golden{color:#f6c445!important}
}`
