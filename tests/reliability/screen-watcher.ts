import { STREAM_PROTOCOL, TICKET_PROTOCOL_PREFIX } from '@yunji/contract/devices/device/stream'
import { encodeFromViewer } from '@yunji/phone-protocol/stream/from-viewer'
import { decodeToViewer } from '@yunji/phone-protocol/stream/to-viewer'
import { createHeartbeat } from '@yunji/player/connection/heartbeat'
import { createReconnectingSocket } from '@yunji/player/connection/reconnecting-socket'
import type { OpenSocket } from '@yunji/player/connection/web-socket'
import { WebSocket } from 'ws'

interface WatcherOptions {
  readonly url: () => string
  readonly newTicket: () => Promise<string>
  readonly random: () => number
}

/** A viewer as the player has it, with reconnecting socket and heartbeat; counts key frames instead of decoding. */
export const openWatcher = ({ url, newTicket, random }: WatcherOptions) => {
  let pictures = 0
  let uploadKey = ''
  const failures: string[] = []
  const connection = createReconnectingSocket({
    renewEndpoint: async () => ({ url: '', ticket: await newTicket() }),
    openSocket: ({ ticket }, events) => openSocket({ url: url(), ticket }, events),
    random,
    onMessage: (bytes) => {
      heartbeat.noteReceived()
      const message = decodeToViewer(bytes)
      if (message.kind === 'frame' && message.isKey) pictures += 1
      if (message.kind !== 'event') return
      const { event } = message
      if (event.type === 'resume') connection.setResumeTicket(event.ticket)
      if (event.type !== 'hello') return
      connection.setResumeTicket(event.resumeTicket)
      uploadKey = event.uploadKey ?? ''
      heartbeat.start()
    },
    onLost: () => heartbeat.stop(),
    onRefused: (text) => void failures.push(`a screen was refused: ${text}`),
    onGivenUp: () => void failures.push('a screen was given up'),
  })
  const heartbeat = createHeartbeat({
    ping: () => connection.send(encodeFromViewer({ kind: 'ping', id: 0 })),
    onBeat: () => undefined,
    onSilence: connection.reconnect,
  })
  connection.open()

  return {
    failures,
    uploadKey: (): string => uploadKey,
    resetPictures(): void {
      pictures = 0
    },
    requestKeyFrame: (): void => connection.send(encodeFromViewer({ kind: 'request', request: { type: 'keyFrame' } })),
    assertPicture(): void {
      if (pictures === 0) throw new Error('no picture yet')
    },
    close(): void {
      heartbeat.stop()
      connection.close()
    },
  }
}

export type Watcher = ReturnType<typeof openWatcher>

/** `openWebSocket` on Node's WebSocket. */
const openSocket: OpenSocket = ({ url, ticket }, { onMessage, onClose }) => {
  const socket = new WebSocket(url, [STREAM_PROTOCOL, TICKET_PROTOCOL_PREFIX + ticket])
  let isOver = false
  const end = (): void => {
    if (!isOver) onClose()
    isOver = true
  }
  socket.on('message', (data: Buffer) => !isOver && onMessage(new Uint8Array(data)))
  socket.on('close', end)
  socket.on('error', end)
  return {
    send: (message) => socket.readyState === WebSocket.OPEN && socket.send(message),
    bufferedBytes: () => socket.bufferedAmount,
    close() {
      isOver = true
      socket.terminate()
    },
  }
}
