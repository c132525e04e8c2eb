import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'

// What a signed-in call cannot do without, written by hand: the session's member, one row of theirs, JSON.

const { databaseUrl } = JSON.parse(process.env.TARGET ?? '{}')
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
createServer(async (request, response) => {
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
}).listen(Number(process.env.PORT), () => console.log('listening'))
