import { randomBytes } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Sink } from './mail-sink.ts'

/** What nodemailer's own pool does with nothing behind it: mails a second over ten connections. */
export async function measureBare(sink: Sink, count: number): Promise<number> {
  const pool = createTransport({
    host: '127.0.0.1',
    port: sink.port,
    pool: true,
    maxConnections: 10,
    maxMessages: 100,
  })
  const line = `<p>${randomBytes(30).toString('hex')}</p>\n`
  const html = line.repeat(Math.ceil(14_600 / line.length))
  sink.clear()
  const started = performance.now()
  let next = 0
  const send = async () => {
    while (next < count) {
      const to = `bare-${next++}@mail.test`
      await pool.sendMail({
        from: { name: 'Radr', address: 'drops@radr.test' },
        to,
        subject: 'A drop',
        html,
        text: line.repeat(20),
        headers: { 'List-Unsubscribe': '<https://radr.test/api/unsubscribe/x>' },
      })
    }
  }
  await Promise.all(Array.from({ length: 20 }, send))
  const seconds = (performance.now() - started) / 1000
  pool.close()
  return count / seconds
}
