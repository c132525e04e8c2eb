import { randomBytes } from 'node:crypto'
import { createTransport } from 'nodemailer'

/** Sends mails with nodemailer's own pool over ten connections; prints mails per second after the first `warmUp`. */
const [port = 0, count = 0, warmUp = 1] = process.argv.slice(2).map(Number)
const pool = createTransport({
  host: '127.0.0.1',
  port,
  pool: true,
  maxConnections: 10,
  maxMessages: 100,
})
const line = `<p>${randomBytes(30).toString('hex')}</p>\n`
const html = line.repeat(Math.ceil(14_600 / line.length))
let started = 0
let next = 0
let sent = 0
await Promise.all(Array.from({ length: 20 }, sendMails))
console.log(((sent - warmUp) * 1000) / (performance.now() - started))
pool.close()

async function sendMails() {
  while (next < count) {
    await pool.sendMail({
      from: { name: 'Radr', address: 'drops@radr.test' },
      to: `fan-${next++}@mail.test`,
      subject: 'A drop',
      html,
      text: line.repeat(20),
      headers: { 'List-Unsubscribe': '<https://radr.test/api/unsubscribe/x>' },
    })
    if (++sent === warmUp) started = performance.now()
  }
}
