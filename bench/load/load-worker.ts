/** Puts one server under load from a process of its own: a bounded number of requests over a few open connections. */
import { openWire } from '@yunji/testkit/wire-client'

export interface LoadOrder {
  readonly port: number
  /** Sent in turn. */
  readonly requests: readonly string[]
  readonly total: number
  readonly connections: number
}

const order = JSON.parse(await new Response(process.stdin as unknown as ReadableStream).text()) as LoadOrder
const bytes = order.requests.map((text) => Buffer.from(text, 'latin1'))
let sent = 0

const work = async (): Promise<void> => {
  const wire = await openWire(order.port)
  while (sent < order.total) {
    sent += 1
    const answer = await wire.exchange(bytes[sent % bytes.length] as Buffer)
    if (answer.status !== 200 || !answer.body.startsWith('{"code":200,'))
      throw new Error(`${answer.status} ${answer.body}`)
  }
  wire.close()
}
await Promise.all(Array.from({ length: order.connections }, work))
