import { backgroundProperties } from './cover-backgrounds.ts'

/** The colors of the product in the light and in the dark theme. theme.css has the same; a test compares them. */
export const colors = {
  canvas: ['#f6f3ea', '#0b1124'],
  surface: ['#fffdf7', '#131b34'],
  sunken: ['#ebe6d8', '#1c2646'],
  line: ['#d9d2c0', '#2b3760'],
  ink: ['#121a35', '#f3f0e6'],
  muted: ['#555d78', '#a9b2cd'],
  accent: ['#1c5a94', '#549ad1'],
  gold: ['#eeb211', '#f6c445'],
  'gold-ink': ['#7d5800', '#f6c445'],
  'on-gold': ['#1f1700', '#1f1700'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

type Name = keyof typeof colors

export const lightColor = (name: Name): string => colors[name][0]
export const darkColor = (name: Name): string => colors[name][1]

/** Declarations of custom properties, for documents that do not load theme.css. */
export const colorProperties = (...names: Name[]) =>
  names.map(name => `--${name}:light-dark(${colors[name].join(',')})`).join(';')

/** The same of a page in the colors of a cover with this main color. A test compares them with theme.css. */
export const coverProperties = (color: string) =>
  [
    backgroundProperties(color),
    '--surface:var(--ground)',
    '--ink:light-dark(color-mix(in oklab,var(--ground) 24%,#000000),color-mix(in oklab,var(--ground) 5%,#ffffff))',
    ...inks.map(
      ([name, share]) => `--${name}:color-mix(in oklab,var(--ink) ${share}%,var(--ground))`,
    ),
    '--accent:var(--ink)',
  ].join(';')

const inks = [
  ['sunken', 8],
  ['line', 20],
  ['muted', 84],
] as const

type Shade = { background: string; tint: string }

/** Dark backgrounds that white text and the brand's colors are legible on, each with a light tint of it. */
export const palette: [Shade, ...Shade[]] = [
  { background: '#1e3a6e', tint: '#8fc3ee' },
  { background: '#8a2f3c', tint: '#ffb3a8' },
  { background: '#1f5c57', tint: '#8fe3c8' },
  { background: '#5b3a7a', tint: '#d9b8f5' },
  { background: '#99451f', tint: '#ffd0a6' },
  { background: '#44592b', tint: '#d5e596' },
  { background: '#84296a', tint: '#ffb8e4' },
]
