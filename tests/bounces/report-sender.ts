import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

/** A report from tests/samples/bounces about the mail with this return path and recipient, with a new Message-ID. */
export async function readSampleReport(
  name: string,
  returnPath: string,
  recipient = 'fan@fans.test',
) {
  const text = await readFile(`tests/samples/bounces/${name}.eml`, 'utf8')
  return text
    .replaceAll('bounce+path@radr.test', returnPath)
    .replaceAll(/\bfan@\w+\.test\b/g, recipient)
    .replace(/^Message-ID: .*$/m, `Message-ID: <${randomUUID()}@mx.test>`)
}

/** Submits a mail by SMTP, as another mail server would; returns the code of the last reply. */
export async function submitMail(port: number, to: string, raw: string | Buffer): Promise<number> {
  return Number((await submit(port, { from: '', to }, raw)).slice(0, 3))
}

/** Returns the last reply. */
export async function submit(
  port: number,
  envelope: { from: string; to: string | string[] },
  raw: string | Buffer,
): Promise<string> {
  const connection = new SMTPConnection({ host: '127.0.0.1', port, ignoreTLS: true })
  connection.on('error', () => {})
  await new Promise<void>(resolve => connection.connect(() => resolve()))
  const reply = await new Promise<string>(resolve => {
    connection.once('end', () => resolve('421'))
    connection.send(envelope, raw, (error, info) =>
      resolve(error ? `${error.response ?? error.responseCode ?? 0}` : info.response),
    )
  })
  connection.close()
  return reply
}
