import { createServer, get, type OutgoingHttpHeaders } from 'node:http'

// Sends the status, headers and body of one answer of the app to every request.

const { url, headers } = JSON.parse(process.env.TARGET ?? '{}')
const answer = await new Promise<{ headers: OutgoingHttpHeaders; body: Buffer }>(
  (resolve, reject) => {
    get(url, { headers }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.once('end', () => {
        const body = Buffer.concat(chunks)
        const {
          connection,
          date,
          'transfer-encoding': _,
          'keep-alive': __,
          ...kept
        } = response.headers
        resolve({ headers: { ...kept, 'content-length': body.length }, body })
      })
    }).once('error', reject)
  },
)
createServer((_request, response) => {
  response.writeHead(200, answer.headers)
  response.end(answer.body)
}).listen(Number(process.env.PORT), () => console.log('listening'))
