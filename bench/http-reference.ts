import { createHash } from 'node:crypto'
import { createServer, get, type OutgoingHttpHeaders, type RequestListener } from 'node:http'
import pg from 'pg'

// What bench/http.ts compares the app with, in a process of its own: node http-reference.ts bytes|queries

const { url, headers, databaseUrl } = JSON.parse(process.env.TARGET ?? '{}')
const listener = process.argv[2] === 'bytes' ? await sameBytes() : sameQueries()
createServer(listener).listen(Number(process.env.PORT), () => console.log('listening'))

/** Sends the headers and the body of one response of the app to every request. */
async function sameBytes(): Promise<RequestListener> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, async response => {
      const body = Buffer.concat(await response.toArray())
      const kept: OutgoingHttpHeaders = { ...response.headers, 'content-length': body.length }
      for (const name of ['connection', 'date', 'transfer-encoding', 'keep-alive'])
        delete kept[name]
      resolve((_request, answer) => {
        answer.writeHead(200, kept)
        answer.end(body)
      })
    }).once('error', reject)
  })
}

/** What a signed-in call cannot do without, written by hand: the session's member, one row of theirs, JSON. */
function sameQueries(): RequestListener {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  return async (request, response) => {
    const token = /session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const session = await pool.query({
      name: 'session',
      text: `select users.id, username, email from sessions join users on users.id = sessions.user_id
        where token_hash = $1 and expires_at > $2`,
      values: [createHash('sha256').update(token).digest('hex'), new Date()],
    })
    const drop = await pool.query({
      name: 'drop',
      text: 'select id, created_at from drops where user_id = $1 order by drop_number desc limit 1',
      values: [session.rows[0]?.id],
    })
    const body = JSON.stringify({ ...session.rows[0], drop: drop.rows[0] })
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  }
}
