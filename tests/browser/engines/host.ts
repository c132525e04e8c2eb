import { readFileSync } from 'node:fs'
import { startMailbox } from '../../mailbox.ts'
import { readMailbox } from '../mail-reader.ts'
import { startSeededApp } from '../seeded-app.ts'
import { startProbeProxy } from './probe-proxy.ts'

export type Host = Awaited<ReturnType<typeof startHost>>

const samples: { id: string; title: string }[] = JSON.parse(
  readFileSync('tests/samples/titles.json', 'utf8'),
)
const [, , ...known] = samples.filter((_, index) => index !== 5 && index !== 3)
/** Tracks whose titles the seeded app knows. */
export const tracks = known.map(({ id, title }) => ({
  title,
  link: `https://open.spotify.com/track/${id}`,
}))

/** The seeded app behind a proxy that watches its pages, and what the app mails. */
export async function startHost() {
  const mailbox = await startMailbox()
  const proxy = await startProbeProxy()
  const app = await startSeededApp({ settings: { PUBLIC_URL: proxy.url, SMTP_URL: mailbox.url } })
  proxy.passTo(app.url)
  let members = 0
  const forgetful = ['lunar-fox', 'lunar-radio', 'lunar-walker']

  const post = async (path: string, body: object, cookie = '') => {
    const headers = { origin: proxy.url, 'content-type': 'application/json', cookie }
    const response = await fetch(proxy.url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }

  return {
    url: proxy.url,
    problems: proxy.problems,
    refuse: proxy.refuse,
    mails: readMailbox(mailbox),
    links: app.links,
    /** The URL at which a window is signed in as this seeded member, and shows this page. */
    sessionOf: (username: string, path: string) => sessionPath(app.sessions[username] ?? '', path),
    /** A seeded member whom no other journey signs in. */
    nextForgetful: () => forgetful.pop() ?? '',
    /** A new member with the first tracks of `tracks`. */
    async newMember(length: number) {
      const username = `guest${++members}`
      const response = await post('/api/register', {
        username,
        email: `${username}@mail.test`,
        password,
      })
      const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      for (const { link } of tracks.slice(0, length))
        await post('/api/tracks', { spotifyUrl: link }, cookie)
      const token = cookie.split('=')[1] ?? ''
      return {
        username,
        email: `${username}@mail.test`,
        at: (path: string) => sessionPath(token, path),
      }
    },
    async stop() {
      await app.stop()
      await proxy.stop()
      await mailbox.close()
    },
  }
}

export const password = 'correct horse'

const sessionPath = (token: string, to: string) =>
  `/--session?${new URLSearchParams({ token, to })}`
