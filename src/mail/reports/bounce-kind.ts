type Rejection = {
  /** The enhanced status code (RFC 3463), if there is one. */
  status?: string | undefined
  /** False when a relay added that code to the server's reply. */
  isOwnStatus?: boolean
  text: string
  session?: string
}

/**
 * `hard` when the mailbox will never accept mail, `soft` when it did not accept this mail: policy, size or routing, or one
 * bad day at a large provider would suppress all its users permanently. Whose fault a rejection is, `replySubject` answers
 * by words of its own. The first line that applies decides:
 *
 * | code                                   | text                                             | kind   |
 * | -------------------------------------- | ------------------------------------------------ | ------ |
 * | 4.x.x                                  | any                                              | `soft` |
 * | any                                    | `aboutTheMail`                                   | `soft` |
 * | of `hardCodes`, from the server itself | any                                              | `hard` |
 * | any                                    | `leavesItOpen`                                   | `soft` |
 * | of `hardCodes`, from a relay           | any                                              | `hard` |
 * | none                                   | without a permanent code                         | `soft` |
 * | any                                    | as one of `dialects` with that code has it       | `hard` |
 * | any                                    | any                                              | `soft` |
 */
export function bounceKind(rejection: Rejection): 'hard' | 'soft' {
  const { status, isOwnStatus = true } = rejection
  const text = onOneLine(rejection.text)
  if (status?.startsWith('4') || aboutTheMail.test(withoutAddresses(text))) return 'soft'
  const isHardCode = hardCodes.has(status ?? '')
  if (isHardCode && isOwnStatus) return 'hard'
  const content = text.replace(addressOrHost, 'x')
  if (leavesItOpen.test(content)) return 'soft'
  if (isHardCode) return 'hard'
  if (!status && !permanentCode.test(text)) return 'soft'
  const session = onOneLine(`${text} ${rejection.session ?? ''}`)
  const isHard = dialects.some(
    ({ codes, patterns, atRecipient }) =>
      codes.test(status ?? '5.0.0') &&
      patterns.some(pattern => pattern.test(content)) &&
      (!atRecipient || (recipientPhase.test(session) && !laterPhase.test(session))),
  )
  return isHard ? 'hard' : 'soft'
}

/** 000c05a6 is the code of Exchange 5.5 for an unknown recipient. */
const permanentCode = /(?<![\d.])5[0-5]\d(?![\d.])|\(000c05a6\)/

/** URLs stay: those of block lists tell the reason. */
const withoutAddresses = (text: string) =>
  text.replace(/(https?:\S+)|[^\s<>()[\]:;,"]+@[^\s<>,;:]+/g, (_, url?: string) => url ?? 'x')

/** Limits the time of patterns that are quadratic in the length of the text. */
const onOneLine = (text: string) => text.slice(0, 2_000).replace(/\s+/g, ' ').trim().toLowerCase()

const addressOrHost = /https?:\S+|[^\s<>]+@[^\s<>,;:]+|\b[\w-]+(?:\.[\w-]*[a-z][\w-]*)+/g

/**
 * No such mailbox, domain or form of address; moved; accepts no mail; disabled. 5.1.351 is Microsoft
 * 365 on behalf of a server behind it. A full mailbox (5.2.2), our own address (5.1.7, 5.1.8) and
 * policy (5.7.x) are not among them.
 */
const hardCodes = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.1.351', '5.2.1'])

/** Servers combine these with any code, even 5.1.1. KDDI begins with `550 :` when it rejects content. */
const aboutTheMail =
  /^4\d\d[ -]|quota|(?:mailbox|inbox) (?:is )?full|over ?size|too (?:large|big)|storage|spam|virus|black ?list|block ?list|blocked|dnsbl|reputation|\b(?:spf|dkim|dmarc)\b|receiving (?:mail|messages)|too many|temporar|try (?:again )?later|content|relay(?:ing)? (?:denied|not)|sender (?:address|domain|verif|denied|reject)|^550 :/

const leavesItOpen =
  /sender|mail from|relay|polic(?:y|ies)|not (?:allowed|permitted|authori[sz]ed)|permission|reverse dns|helo|client host|your (?:ip|host)|disabled|suspended|inactive|locked|discontinued/

/** How Postfix, sendmail, Exim, qmail, DragonFly and Yahoo name the command that was rejected. */
const recipientPhase =
  /rcpt|does not like recipient|has rejected address|<[^<> ]+@[^<> ]+>(?:\.\.\.|:)|@[^<>\s:]+: 5\d\d/
/** A rejection after the recipient is accepted concerns the sender or the content, whatever its text says. */
const laterPhase =
  /(?:reply to|server after|like our) (?:mail from|(?:end of )?data|eom)\b|>>> data|after i sent the message|\[(?:mail_from|data|body)\]/

const unknownRecipient = [
  /\b(?:user|recipient|mailbox|address|addressee|account|alias)s?\b[^.;]{0,60}? (?:unknown|invalid|not (?:be )?(?:found|exist|known|listed|valid|recogni[sz]ed))/,
  /\b(?:user|recipient|mailbox|address|account|alias)\b[^.;]{0,60}? (?:does not|doesn't|no longer) exists?/,
  /(?:unknown|no such|invalid|non-?existent|not a (?:valid|known)) (?:local )?(?:user|recipient|mailbox|e-?mail address|address|account|alias|person)/,
  /no (?:user|mailbox|one|account|person) (?:here )?(?:by|with|of) that/,
  /address rejected\.?$/,
]

/** Codes that leave the reason open, each with the texts that name it. */
const dialects: { codes: RegExp; patterns: RegExp[]; atRecipient?: true }[] = [
  // Servers without enhanced codes, and relays that add an unspecific one.
  { codes: /^5\.[03]\.0$/, patterns: unknownRecipient, atRecipient: true },
  { codes: /^5\.[15]\.0$/, patterns: unknownRecipient },
  // Yahoo, in response to the body, with 554.
  { codes: /^5\.0\.0$/, patterns: [/user doesn't have an? \S+ account/] },
  // Microsoft 365, where a domain rejects addresses outside its directory.
  { codes: /^5\.4\.1$/, patterns: [/recipient address rejected: access denied/] },
  // Outlook.com.
  { codes: /^5\.5\.0$/, patterns: [/mailbox unavailable/, /domain is not reachable/] },
  // Exchange 5.5 and MessageLabs, with codes of their own.
  { codes: /^5\.0\.0$/, patterns: [/\(000c05a6\) unknown recipient/, /^542 x rejected/] },
  // Gmail, when the remote server gave no text.
  { codes: /^5\.0\.0$/, patterns: [/address (?:couldn't|could not) be found/] },
  // No such domain: Postfix, qmail and Microsoft 365.
  {
    codes: /^5\.4\.(?:4|310)$/,
    patterns: [
      /(?:host|domain)\b[^.;]{0,40} (?:not found|unknown|does not exist)/,
      /(?:unknown|no such|invalid|illegal) (?:host|domain)/,
      /(?:couldn't|could not|cannot) find a/,
      /name service error|nxdomain|unable to route/,
    ],
  },
]

/** Finds no code in the name of a host, such as `mx@2.1.1cc6.example`. */
export const enhancedCodeIn = (text: string): string | undefined =>
  /(?<![\w.@])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d|[a-z])/i.exec(text)?.[0]

export const isVague = (status: string | undefined): boolean =>
  status === undefined || status.endsWith('.0.0')

/** Removes the code that IronPort prepends to every reply of a remote server. */
export const remoteReply = (text: string): string =>
  /unknown address error \d{3}-'(.*)'/is.exec(text)?.[1] ?? text.trim()
