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
