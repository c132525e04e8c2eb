import { randomBytes } from 'node:crypto'
import { createTransport } from 'nodemailer'

/**
 * What nodemailer's own pool does with nothing behind it, over ten connections to a port of this
 * machine, in a process as fresh as the engine's: writes mails a second to its output.
 */
const [port, count] = process.argv.slice(2).map(Number)
const pool = createTransport({
  host: '127.0.0.1',
  port,
  pool: true,
  maxConnections: 10,
  maxMessages: 100,
})
const line = `<p>${randomBytes(30).toString('hex')}</p>\n`
const html = line.repeat(Math.ceil(14_600 / line.length))
const started = performance.now()
let next = 0
await Promise.all(Array.from({ length: 20 }, sendOn))
console.log((next * 1000) / (performance.now() - started))
pool.close()

async function sendOn() {
  while (next < (count ?? 0)) {
    await pool.sendMail({
      from: { name: 'Radr', address: 'drops@radr.test' },
      to: `bare-${next++}@mail.test`,
      subject: 'A drop',
      html,
      text: line.repeat(20),
      headers: { 'List-Unsubscribe': '<https://radr.test/api/unsubscribe/x>' },
    })
  }
}
