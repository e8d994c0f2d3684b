/** Entry of a load generator process: a number of requests over a few connections. */
import { openRawConnection } from '@yunji/testkit/raw-connection'
import { UNIQUE } from './compare-servers.ts'

export interface LoadOptions {
  readonly port: number
  /** Sent round-robin. */
  readonly requests: readonly string[]
  readonly total: number
  readonly connections: number
  /** Expected start of every response. */
  readonly answer?: string
}

const options = JSON.parse(await new Response(process.stdin as unknown as ReadableStream).text()) as LoadOptions
const requests = options.requests.map((text) => ({
  bytes: Buffer.from(text, 'latin1'),
  around: text.includes(UNIQUE) ? text.split(UNIQUE) : null,
}))
/** Unique across workers. */
const numberOf = (index: number): string => `${Date.now()}-${process.pid}-${index}`
const { answer: expected = '{"code":200,' } = options
let sent = 0

const nextRequest = (): Buffer => {
  sent += 1
  const { bytes, around } = requests[sent % requests.length] as (typeof requests)[number]
  return around ? Buffer.from(around.join(numberOf(sent)), 'latin1') : bytes
}

const work = async (): Promise<void> => {
  const wire = await openRawConnection(options.port)
  while (sent < options.total) {
    const answer = await wire.exchange(nextRequest())
    if (answer.status !== 200 || !answer.body.startsWith(expected)) throw new Error(`${answer.status} ${answer.body}`)
  }
  wire.close()
}
await Promise.all(Array.from({ length: options.connections }, work))
