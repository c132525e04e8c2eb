import { randomBytes } from 'node:crypto'
import type { Delivery } from '../../src/delivery/delivery.schemas.ts'
import { register } from '../member-actions.ts'
import { type Client, newClient } from '../test-app.ts'
import type { State } from './check-database.ts'

/** Members of the app at `url` who do one thing after the other, as chance has it; `confirm` confirms a member's email. */
export function openMembers(url: string, confirm: (username: string) => Promise<unknown>) {
  const clients = new Map<string, Client>()
  const choose = <T>(from: T[]) => from[Math.floor(Math.random() * from.length)]

  /** Does one thing; returns what is stored now that the response is there. */
  return async function act(state: State): Promise<State> {
    const members = Object.keys(state)
    const username = choose(members)
    const member = username && state[username]
    const chance = Math.random()
    if (!member || members.length < 3 || chance < 0.05) return addMember(state)
    const client = clients.get(username)
    if (!client) throw new Error(`${username} never registered`)
    const call = async <T>(method: string, path: string, body: unknown) => {
      const answer = await client.call<T>(method, path, body)
      if (answer.status >= 300)
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    }
    const changed = (change: Partial<State[string]>) => ({
      ...state,
      [username]: { ...member, ...change },
    })
    const { list, drops, follows, visitors, sent } = member
    if (list.length > 1 && chance < 0.25) {
      const moved = [...list.slice(1), list[0] ?? 0]
      await call('PUT', '/api/tracks/rank', { tracks: moved.map((id, n) => ({ id, rank: n + 1 })) })
      return changed({ list: moved })
    }
    const isFollowed = members.some(name => state[name]?.follows.includes(username))
    if (list.length > 0 && isFollowed && drops.length === 0) {
      const note = `By ${username}`
      await call('POST', '/api/drops', { note })
      return changed({ drops: [[note, list.length]] })
    }
    if (drops.length > 0 && chance > 0.6) {
      const { states } = await call<Delivery>('GET', '/api/drops/1/delivery', undefined)
      return changed({ sent: Math.max(sent, states.sent) })
    }
    if (chance > 0.85) {
      const email = `${randomBytes(5).toString('hex')}@mail.test`
      const path = `/api/users/${username}/followers`
      const { status } = await newClient(url).call('POST', path, { email })
      if (status >= 300) throw new Error(`Following by mail returned ${status}`)
      return changed({ visitors: [...visitors, email].sort() })
    }
    if (list.length < 7 && chance < 0.5) {
      const spotifyUrl = `https://open.spotify.com/track/${trackId()}`
      const { id } = await call<{ id: number }>('POST', '/api/tracks', { spotifyUrl })
      return changed({ list: [...list, id] })
    }
    const other = choose(members.filter(name => name !== username)) ?? ''
    if (follows.includes(other)) {
      await call('POST', `/api/unfollow/${other}`, {})
      return changed({ follows: follows.filter(name => name !== other) })
    }
    await call('POST', `/api/users/${other}/followers`, {})
    return changed({ follows: [...follows, other].sort() })
  }

  async function addMember(state: State): Promise<State> {
    const username = `m${randomBytes(5).toString('hex')}`
    const client = newClient(url)
    clients.set(username, client)
    const { status } = await register(client, username)
    if (status !== 201) throw new Error(`Registering returned ${status}`)
    await confirm(username)
    return { ...state, [username]: { list: [], drops: [], follows: [], visitors: [], sent: 0 } }
  }
}

const trackId = () => randomBytes(16).toString('base64').replace(/[+/=]/g, 'a').slice(0, 22)
