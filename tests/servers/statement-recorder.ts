import { startFaultProxy } from './fault-proxy.ts'

/** A proxy to the PostgreSQL on `port` that records which statements are executed in each round trip. */
export async function startStatementRecorder(port: number) {
  const texts = new Map<string, string>()
  let roundTrips: string[][] = []
  let isAnswered = true

  const proxy = await startFaultProxy(port, () => {
    const parse = newParser()
    return {
      onSent(data) {
        for (const { type, body } of parse(data)) {
          if (type === 'P') texts.set(...textsIn(body))
          if (type === 'B') execute(texts.get(textsIn(body)[1]) ?? '')
          if (type === 'Q') execute(textsIn(body)[0])
        }
      },
      onReceived: () => {
        isAnswered = true
      },
    }
  })

  return {
    port: proxy.port,
    close: proxy.close,
    /** A statement that is sent after the response to an earlier one begins a new round trip. */
    async record(work: () => Promise<void>): Promise<string[][]> {
      roundTrips = []
      isAnswered = true
      await work()
      return roundTrips
    },
  }

  function execute(text: string) {
    if (isAnswered) roundTrips.push([])
    isAnswered = false
    roundTrips.at(-1)?.push(text)
  }
}

/** Splits what a client sends over one connection into the messages of PostgreSQL's protocol. */
function newParser() {
  // The first message of a connection has no type.
  let typeBytes = 0
  let rest = Buffer.alloc(0)
  return function* (data: Buffer) {
    rest = Buffer.concat([rest, data])
    while (rest.length >= typeBytes + 4) {
      const end = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < end) return
      yield {
        type: rest.toString('latin1', 0, typeBytes),
        body: rest.subarray(typeBytes + 4, end),
      }
      rest = rest.subarray(end)
      typeBytes = 1
    }
  }
}

/** The first two texts of a message: name and text in Parse, portal and name in Bind, text in Query. */
function textsIn(body: Buffer): [string, string] {
  const [first = '', second = ''] = body.toString('utf8').split('\0', 2)
  return [first, second]
}
