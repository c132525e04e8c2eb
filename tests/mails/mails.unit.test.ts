import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dropReminderMail } from '../../src/drops/reminder/drop-reminder-mail.tsx'
import { confirmFollowMail } from '../../src/follows/confirmation/confirm-follow-mail.tsx'
import { stoppedMail } from '../../src/follows/unsubscribing/stopped-mail.tsx'
import { composeMail } from '../../src/mail/composing/mime.ts'
import { confirmEmailMail } from '../../src/members/email/confirm-email-mail.tsx'
import { resetPasswordMail } from '../../src/members/passwords/reset-password-mail.tsx'
import { readConfig } from '../../src/platform/config/config.ts'
import { largeCover } from '../../src/spotify/covers/cover-size.shared.ts'
import { darkColor, lightColor } from '../../src/ui/theme/colors.ts'
import { backgroundsOf } from '../../src/ui/theme/cover-backgrounds.ts'
import { contrast } from '../../src/ui/theme/oklab.ts'
import {
  renderSample,
  sampleConfirmation,
  sampleDrop,
  sampleDropMail,
  sampleLink,
  sampleMails,
  sampleTrack,
} from './sample-mails.ts'

const brand = 'Radr'
const link = sampleLink
const trackNo = sampleTrack
const drop = sampleDropMail
const render = (mail: Parameters<typeof renderSample>[0]) =>
  renderSample(mail, { postalAddress: null, links: [], repliesTo: null })
const testDrop = drop({
  settings: null,
  reason: 'You get this because you asked for a test.',
})
const everyMail = Object.values(sampleMails)
const mailsWithoutCovers = everyMail.filter(
  mail => !/Listen on|this week|your seven|send me the drops/.test(render(mail).text),
)

test('The subject of a drop mail names the member and the number of the drop', () => {
  expect(render(drop()).subject).toBe('@ana dropped Radr #12')
  expect(render(testDrop).subject).toBe('Test: @ana dropped Radr #12')
})

test('Both parts of a drop mail name the note and each track in order, with rank, title, artist and link', () => {
  const { html, text } = render(drop({ tracks: [2, 1, 3].map(trackNo) }))
  for (const part of [readable(html), text]) {
    expect(part).toContain('Play it in order.')
    expect(part).toMatch(/1\D+Title 1.+Artist 1.+2\D+Title 2.+Artist 2.+3\D+Title 3.+Artist 3/s)
  }
  for (const part of [html, text]) {
    for (const rank of [1, 2, 3]) {
      expect(part).toContain(`https://open.spotify.com/track/4SQbhj7q0H1yIA7LjATtt${rank}`)
    }
    expect(part).toContain('https://radr.test/ana/drops/12')
    expect(part).toContain('https://radr.test/unsubscribe?token=abc')
    expect(part).toContain('You get this because you confirmed on Mar 3, 2026')
  }
})

test('Both parts of a drop mail say what changed, how each track moved and what left', () => {
  const { html, text } = render(drop())
  for (const part of [readable(html), text]) {
    expect(part).toContain('1 in, 1 back, 2 out, same number one, 4 drops running')
    expect(part).toContain('Out: Title 8 – Artist 8, was 3; Title 9 – Artist 9, was 7')
  }
  expect(readable(html)).toMatch(
    /Artist 2 · ▲ up 2 places .*Artist 4 · new .*Artist 6 · back again/,
  )
  expect(text).toContain('2. Title 2 – Artist 2 · ▲ up 2 places\n')
  expect(text).toContain('7. Title 7 – Artist 7 · ▼ down 1 place\n')
})

test('Each cover has an alternative text, and a track without details has a name', () => {
  const unknown = { ...trackNo(2), title: null, artist: null, artwork: null }
  const { html, text } = render(drop({ tracks: [trackNo(1), unknown], note: null }))
  expect(html.match(/<img [^>]*>/g)).toEqual([expect.stringContaining('alt="Title 1 – Artist 1"')])
  for (const part of [html, text]) {
    expect(part).toContain('Track 4SQbhj')
    expect(part).not.toContain('null')
  }
})

test('The sheet of a drop mail has a band in the background of number one, and none before it is known', () => {
  const colored = (color: string | null) =>
    render(
      drop({
        tracks: [
          { ...trackNo(2), color: 'ffffff' },
          { ...trackNo(1), color },
        ],
      }),
    ).html
  const bandOf = (color: string) =>
    /border-top-color:#(\w+)!important.*border-top:10px solid #(\w+)/s.exec(colored(color)) ?? []
  const red = backgroundsOf('b01020').light
  expect(bandOf('b01020').slice(1)).toEqual([red, red])
  expect(colored(null)).not.toContain('border-top-color')
  const color = fc.tuple(fc.constantFrom('', '00', 'ff'), fc.nat({ max: 0xffffff }))
  fc.assert(
    fc.property(color, ([extreme, any]) => {
      const cover = extreme ? extreme.repeat(3) : any.toString(16).padStart(6, '0')
      const [, dark = '', light = ''] = bandOf(cover)
      for (const name of ['canvas', 'surface'] as const) {
        expect(contrast(light, lightColor(name).slice(1))).toBeGreaterThanOrEqual(1.5)
        expect(contrast(dark, darkColor(name).slice(1))).toBeGreaterThanOrEqual(1.5)
      }
    }),
  )
})

test('Every line of a note is a line of its own, and its URLs are links', () => {
  const { html } = render(drop({ note: 'one\r\ntwo\n\nsee www.example.com/a, <b>' }))
  expect(html).toMatch(
    />one<br\/>two<br\/><br\/>see <a href="https:\/\/www\.example\.com\/a"[^>]*>www\.example\.com\/a<\/a>, &lt;b&gt;</,
  )
})

test("The operator's links, name and postal address end both parts of every mail", () => {
  const { operator } = readConfig({
    MAIL_ADDRESS: 'Radr & Co.\\n1 Example Street',
    CONTACT: 'hello+radr@radr.example',
    IMPRINT_URL: 'https://radr.example/imprint?a&b',
  })
  for (const mail of everyMail) {
    const { html, text } = renderSample(mail, operator)
    expect(html).toMatch(
      /href="mailto:hello%2Bradr@radr\.example"[^>]*>Contact<.* · <a href="https:\/\/radr\.example\/imprint\?a&amp;b"[^>]*>Imprint</,
    )
    expect(text).toContain(
      '\n\nReplies go to hello+radr@radr.example.\n\nContact: hello+radr@radr.example\nImprint: https://radr.example/imprint?a&b\n\nRadr & Co.',
    )
    expect(html).toContain('>Replies go to hello+radr@radr.example.<')
    expect(html).not.toContain('Privacy')
    expect(html).toMatch(/Radr &amp; Co\.<br\/>1 Example Street<\/p>(?:<\/\w+>)*$/)
    expect(text).toMatch(/\n\nRadr & Co\.\n1 Example Street\n$/)
    const bare = render(mail)
    for (const part of [bare.html, bare.text]) {
      expect(part).not.toMatch(/Example Street|Contact|Imprint/)
      expect(part).toContain('Nobody reads replies to this mail.')
    }
  }
})

test('A test drop is marked as one and has no unsubscribe link', () => {
  for (const part of [render(testDrop).html, render(testDrop).text]) {
    expect(part).toContain('This is a test')
    expect(part).not.toContain('Unsubscribe')
  }
})

test('Every mail says why it was sent, names the brand, and has its link in both parts', () => {
  const ofBlipr = { brand: 'Blipr', username: 'ana', link }
  for (const [template, address] of [
    [confirmFollowMail({ ...sampleConfirmation, ...ofBlipr }), link],
    [confirmEmailMail(ofBlipr), link],
    [resetPasswordMail(ofBlipr), link],
    [stoppedMail(ofBlipr), link],
    [drop({ brand: 'Blipr' }), sampleDrop.dropLink],
    [drop({ brand: 'Blipr', settings: null }), sampleDrop.dropLink],
  ] as const) {
    const { subject, html, text } = render(template)
    for (const part of [html, text]) {
      expect(part).toContain('You get this because')
      expect(part).toContain(address)
      expect(part).toContain('Blipr')
      expect(part).not.toContain('Radr')
    }
    expect(subject).toContain('Blipr')
    expect(html).toMatch(/^<!DOCTYPE html><html/)
    expect(text).not.toMatch(/<[a-z/]/)
  }
})

test('The mail of a drop ends with the line to answer it, where the recipient can', () => {
  const link = sampleDrop.song?.link ?? ''
  const { html, text } = render(drop())
  expect(readable(html)).toContain('Send ana one song.')
  expect(html).toContain(`href="${link.replace('&', '&amp;')}"`)
  expect(text).toContain(
    `Listen on Radr: https://radr.test/ana/drops/12\n\nSend ana one song: ${link}\n\n`,
  )
  const without = render(drop({ song: null }))
  for (const part of [without.html, without.text]) expect(part).not.toContain('one song')
})

test('The mail of a drop says first which rank the song of its recipient has, and marks its row', () => {
  const { html, text } = render(drop({ song: { link: sampleLink, rank: 4 } }))
  expect(readable(html)).toMatch(/^\W*Your song is number 4\. · Play it in order\./)
  expect(readable(html)).toContain('from you')
  expect(text).toMatch(/^@ana dropped Radr #12\n\nYour song is number 4\.\n\n> Play it/)
  expect(text).toMatch(/\n4\. .* · from you\n/)
})

test('The reminder of the next drop says how many songs came back, and nothing where none did', () => {
  const reminder = (songs: number) =>
    dropReminderMail({
      brand,
      dropNumber: 13,
      tracks: [],
      songs,
      listLink: 'https://radr.test/home',
      stopLink: sampleLink,
    })
  const { html, text } = render(reminder(4))
  expect(readable(html)).toContain('4 songs came back')
  expect(html).toContain('href="https://radr.test/home#songs-came-back"')
  expect(text).toContain(
    'Open my list: https://radr.test/home\n\n4 songs came back: https://radr.test/home#songs-came-back\n\n',
  )
  const none = render(reminder(0))
  for (const part of [none.html, none.text]) expect(part).not.toContain('came back')
})

test('The mail that confirms a follow says who will see the email and that it can be ignored', () => {
  const { html, text } = render(confirmFollowMail(sampleConfirmation))
  for (const part of [readable(html), text]) {
    expect(part).toContain('@ana will see your address')
    expect(part).toContain('Unless you confirm, you will never get a drop from @ana')
  }
})

test('The mail that resets a password says how long it is valid and that it can be ignored', () => {
  const { html, text } = render(resetPasswordMail({ brand, username: 'ana', link }))
  for (const part of [readable(html), text]) {
    expect(part).toContain('valid for one hour')
    expect(part).toContain('Ignore this email')
  }
})

test('Text of members and of the streaming service is escaped', () => {
  const evil = `"><script>alert(1)</script><a href='https://evil.test'>x</a></title></style>&amp;`
  const tracks = [{ ...trackNo(1), title: evil, artist: evil, artwork: `https://x.test/"${evil}` }]
  const calm = render(drop({ note: 'https://evil.test', tracks: [trackNo(1)] })).html
  const { html, text } = render(drop({ note: evil, username: evil, tracks }))
  expect(tagsOf(html)).toEqual(tagsOf(calm))
  // The URL in the note is a link, as on the site; elsewhere it is text.
  expect(html.split('href="https://evil.test')).toHaveLength(2)
  expect(html).toContain('&lt;script&gt;')
  expect(text).toContain(evil)
})

test('A title with line breaks or bidirectional controls cannot imitate another part of the text', () => {
  const title = 'Song\n\nUnsubscribe: https://evil.test\u202e'
  const note = 'one\n\nUnsubscribe: https://evil.test'
  const { text } = render(drop({ note, tracks: [{ ...trackNo(1), title }] }))
  expect(text.match(/^Unsubscribe: .*$/gm)).toEqual([
    'Unsubscribe: https://radr.test/unsubscribe?token=abc',
  ])
  expect(text).not.toContain('\u202e')
})

test('Rendering keeps placeholders intact, in links and in text', () => {
  const { html, text } = render(
    drop({
      settings: {
        choicesLink: 'https://radr.test/mail-choices?token=abc',
        unsubscribeLink: 'https://radr.test/unsubscribe?token=%%TOKEN%%',
      },
      reason: '%%REASON%%',
    }),
  )
  expect(html).toContain('href="https://radr.test/unsubscribe?token=%%TOKEN%%"')
  for (const part of [html, text]) {
    expect(part.split('%%TOKEN%%')).toHaveLength(2)
    expect(part.split('%%REASON%%')).toHaveLength(2)
  }
})

test('The largest drop mail is under 33 kB when it is sent', async () => {
  const long = '너를 사랑해 그리고 기억해'.repeat(8).slice(0, 60)
  const tracks = [1, 2, 3, 4, 5, 6, 7].map(rank => ({
    ...trackNo(rank),
    title: long,
    artist: long.slice(0, 40),
  }))
  const mails = [
    drop({ note: 'n'.repeat(150) }),
    drop({ username: 'x'.repeat(30), note: '&'.repeat(150), tracks }),
    drop({ note: '한'.repeat(150), tracks }),
  ]
  for (const mail of mails) {
    const { raw } = await composeMail({
      ...render(mail),
      from: { name: 'Radr', address: 'drops@radr.test' },
      to: { address: 'fan@mail.test' },
      messageId: '<1@radr.test>',
      date: new Date(),
    })
    expect(raw.length).toBeLessThan(33_000)
  }
})

test('Mails load nothing but covers from the streaming service, and the picture of the member to follow', () => {
  const sourcesIn = (html: string) => [...html.matchAll(/src="([^"]*)"/g)].map(([, src]) => src)
  for (const mail of everyMail) {
    expect(render(mail).html).not.toMatch(/<link|<script|@import|@font-face|url\(|srcset/i)
  }
  expect(mailsWithoutCovers.length).toBeGreaterThan(2)
  for (const mail of mailsWithoutCovers) expect(sourcesIn(render(mail).html)).toEqual([])
  // Number one is as wide as the mail, so it is the large picture.
  const covers = sampleDrop.tracks.map(({ artwork, rank }) =>
    rank === 1 ? largeCover(artwork ?? '') : artwork,
  )
  for (const mail of [drop(), testDrop]) expect(sourcesIn(render(mail).html)).toEqual(covers)
  const { avatar, tracks } = sampleConfirmation
  expect(sourcesIn(render(confirmFollowMail(sampleConfirmation)).html)).toEqual([
    avatar,
    ...tracks.map(({ artwork }) => artwork),
  ])
})

const tagsOf = (html: string) => [...html.matchAll(/<\/?[a-z][a-z0-9]*/gi)].map(String)

/** What a person reads, on one line. */
const readable = (html: string) =>
  html
    .replace(/<head>.*?<\/head>/s, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
