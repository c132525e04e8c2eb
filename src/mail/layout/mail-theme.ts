import type { CSSProperties } from 'react'
import { darkColor, lightColor } from '../../ui/theme/colors.ts'

export const light = {
  canvas: lightColor('canvas'),
  surface: lightColor('surface'),
  sunken: lightColor('sunken'),
  line: lightColor('line'),
  ink: lightColor('ink'),
  muted: lightColor('muted'),
  gold: lightColor('gold'),
  onGold: lightColor('on-gold'),
  /** The background of links in a member's note, in both themes. */
  night: darkColor('surface'),
  link: darkColor('accent'),
}

export const fontFamily =
  '-apple-system, BlinkMacSystemFont, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif'

/** Pixels between the paddings of the sheet, where there is room. */
export const contentWidth = 518

/** Pixels. */
export const font = (size: number, line: number, weight = 400): CSSProperties => ({
  fontSize: size,
  lineHeight: `${line}px`,
  ...(weight !== 400 && { fontWeight: weight }),
})

/** Styles for Outlook, whose tables inherit no typeface, and for the width of a phone. */
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
.canvas{background-color:${darkColor('canvas')}!important}
.sheet{background-color:${darkColor('surface')}!important;border-color:${darkColor('line')}!important}
.sunken{background-color:${darkColor('sunken')}!important}
.night{background-color:${darkColor('canvas')}!important}
.rule{border-color:${darkColor('line')}!important}
.ink{color:${darkColor('ink')}!important}
.muted{color:${darkColor('muted')}!important}
.button{background-color:${darkColor('ink')}!important;color:${darkColor('canvas')}!important}
.gold{background-color:${darkColor('gold')}!important;color:${darkColor('on-gold')}!important}
.golden{color:${darkColor('gold')}!important}
}`
