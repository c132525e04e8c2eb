/** The first enhanced code (RFC 3463) that is not part of a longer number, such as an IP address. */
export const enhancedCodeIn = (text: string): string | undefined =>
  /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/.exec(text)?.[0]

/** Whether the code leaves the reason open. */
export const isVague = (status: string | undefined): boolean =>
  status === undefined || status.endsWith('.0.0')

/** Without the code that IronPort prepends to every reply of a remote server. */
export const remoteReply = (text: string): string =>
  /unknown address error \d{3}-'(.*)'/is.exec(text)?.[1] ?? text.trim()
