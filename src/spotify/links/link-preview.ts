/** What names itself so gets redirects and meta elements; browsers get a page with a script. */
export const linkPreviewHeaders = {
  accept: 'text/html',
  'accept-language': 'en',
  'user-agent': 'curl (link preview)',
}
