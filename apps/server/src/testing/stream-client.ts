import { QUALITY_PARAM, STREAM_PROTOCOL, TICKET_PROTOCOL_PREFIX } from '@yunji/contract/devices/device/stream'
import type { HelloEvent, StreamEvent } from '@yunji/phone-protocol/stream/events'
import { encodeFromViewer, type FromViewer } from '@yunji/phone-protocol/stream/from-viewer'
import { decodeToViewer, type ToViewer } from '@yunji/phone-protocol/stream/to-viewer'
import { eventually } from '@yunji/testkit/eventually'
import { WebSocket } from 'ws'

export class Refused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`refused with ${status}`)
    this.status = status
  }
}

interface StreamClientOptions {
  readonly origin?: string
  readonly protocols?: string[]
  /** In the address. */
  readonly quality?: string
}

/** A viewer that records all frames and messages. */
export const openStream = async (port: number, ticket: string, options: StreamClientOptions = {}) => {
  const protocols = options.protocols ?? [STREAM_PROTOCOL, TICKET_PROTOCOL_PREFIX + ticket]
  const query = options.quality === undefined ? '' : `?${QUALITY_PARAM}=${options.quality}`
  const socket = new WebSocket(`ws://localhost:${port}/stream${query}`, protocols, {
    ...(options.origin !== undefined && { origin: options.origin }),
  })
  const received: ToViewer[] = []
  let closeCode: number | undefined
  socket.on('message', (data: Buffer) => void received.push(decodeToViewer(new Uint8Array(data))))
  socket.on('close', (code) => {
    closeCode = code
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('unexpected-response', (_request, response) => reject(new Refused(response.statusCode ?? 0)))
    socket.once('error', reject)
  })

  const events = (): StreamEvent[] => received.flatMap((message) => (message.kind === 'event' ? message.event : []))
  const find = <Type extends StreamEvent['type']>(type: Type) =>
    events().findLast((event): event is Extract<StreamEvent, { type: Type }> => event.type === type)
  const get = <Type extends StreamEvent['type']>(type: Type) =>
    eventually(() => {
      const found = find(type)
      if (!found) throw new Error(`no ${type} among ${JSON.stringify(events())}`)
      return found
    })
  return {
    socket,
    received,
    events,
    find,
    get,
    hello: (): Promise<HelloEvent> => get('hello'),
    frames: () => received.filter((message) => message.kind === 'frame'),
    send: (message: FromViewer) => socket.send(encodeFromViewer(message)),
    closed: () =>
      eventually(() => {
        if (closeCode === undefined) throw new Error('still open')
        return closeCode
      }),
    isClosed: () => closeCode !== undefined,
  }
}

export type StreamClient = Awaited<ReturnType<typeof openStream>>
