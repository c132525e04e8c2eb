import { html } from 'hono/html'

type Parts = {
  theme?: 'light' | 'dark' | null | undefined
  /** HTML of the head after character set, viewport and color scheme. */
  head: string[]
  body: string[]
  bodyStyle?: string
}

export const htmlDocument = ({ theme, head, body, bodyStyle }: Parts): string[] => [
  `<!doctype html>
<html lang="en"${theme ? ` data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme ?? 'light dark'}">
`,
  ...head,
  `
</head>
<body${bodyStyle ? ` style="${bodyStyle}"` : ''}>`,
  ...body,
  '</body>\n</html>',
]

export const plainDocument = async (
  title: string,
  content: ReturnType<typeof html>,
  refreshSeconds?: number,
): Promise<string> =>
  htmlDocument({
    head: [
      refreshSeconds === undefined
        ? ''
        : `<meta http-equiv="refresh" content="${refreshSeconds}">\n`,
      String(await html`<title>${title}</title>`),
    ],
    body: [String(await content)],
    bodyStyle: 'font-family: system-ui; max-width: 32rem; margin: 20vh auto; padding: 0 1rem',
  }).join('')
