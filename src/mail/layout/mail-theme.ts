import type { CSSProperties } from 'react'

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
  /** The background of a member's note, in both themes. */
  night: '#131b34',
  onNight: '#f3f0e6',
}

export const fontFamily =
  'system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif'

/** Pixels. */
export const font = (size: number, line: number): CSSProperties => ({
  fontSize: size,
  lineHeight: `${line}px`,
})

/** Repeats the typeface, because in Outlook tables do not inherit it. */
export const baseStyles = `
table,td,p,h1,a,bdi{font-family:${fontFamily}}
@media (max-width:480px){
.frame>tbody>tr>td{padding:20px 12px 32px!important}
.inside{padding:28px 20px 28px!important}
.under{padding-left:21px!important;padding-right:21px!important}
.button{display:block!important}
}
.sleeve{background-image:radial-gradient(circle at 62% 40%,rgba(255,255,255,.8) 5px,transparent 6px 13px,rgba(255,255,255,.2) 14px 22px,transparent 23px 31px,rgba(255,255,255,.2) 32px 40px,transparent 41px)}`

/** Overrides the inline styles in dark mode. */
export const darkStyles = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.canvas,.canvas>table>tbody>tr>td{background-color:#0b1124!important}
.sheet{background-color:#131b34!important;border-color:#2b3760!important}
.sunken{background-color:#1c2646!important}
.night{background-color:#0b1124!important}
.rule{border-color:#2b3760!important}
.ink{color:#f3f0e6!important}
.muted{color:#a9b2cd!important}
.button{background-color:#549ad1!important;color:#081022!important}
.gold{background-color:#f6c445!important;color:#1f1700!important}
}`
