import { STREAM_PROTOCOL, TICKET_PROTOCOL_PREFIX } from '@yunji/contract/devices/device/stream'
import { encodeFromViewer } from '@yunji/phone-protocol/stream/from-viewer'
import { decodeToViewer } from '@yunji/phone-protocol/stream/to-viewer'
import { createPulse } from '@yunji/player/connection/heartbeat'
import { createLink } from '@yunji/player/connection/reconnecting-socket'
import type { OpenSocket } from '@yunji/player/connection/web-socket'
import { WebSocket } from 'ws'

interface WatcherOptions {
  /** Where each socket is opened. */
  readonly url: () => string
  readonly newTicket: () => Promise<string>
  readonly random: () => number
}

/** What keeps a screen open in the client, without the page around it: its link, its pulse, and eyes that count. */
export const openWatcher = ({ url, newTicket, random }: WatcherOptions) => {
  let pictures = 0
  let uploadKey = ''
  const failures: string[] = []
  const link = createLink({
    renewDoor: async () => ({ url: '', ticket: await newTicket() }),
    openSocket: ({ ticket }, events) => openSocket({ url: url(), ticket }, events),
    random,
    onMessage: (bytes) => {
      pulse.heard()
      const message = decodeToViewer(bytes)
      if (message.kind === 'frame' && message.isKey) pictures += 1
      if (message.kind !== 'event') return
      const { event } = message
      if (event.type === 'resume') link.setResumeTicket(event.ticket)
      if (event.type !== 'hello') return
      link.setResumeTicket(event.resumeTicket)
      uploadKey = event.uploadKey ?? ''
      pulse.start()
    },
    onLost: () => pulse.stop(),
    onRefused: (text) => void failures.push(`a screen was refused: ${text}`),
    onGivenUp: () => void failures.push('a screen was given up'),
  })
  const pulse = createPulse({
    ping: () => link.send(encodeFromViewer({ kind: 'ping', id: 0 })),
    onBeat: () => undefined,
    onSilence: link.breakOff,
  })
  link.open()

  return {
    failures,
    uploadKey: (): string => uploadKey,
    forgetPictures(): void {
      pictures = 0
    },
    askForPicture: (): void => link.send(encodeFromViewer({ kind: 'request', request: { type: 'keyFrame' } })),
    assertPicture(): void {
      if (pictures === 0) throw new Error('no picture yet')
    },
    close(): void {
      pulse.stop()
      link.close()
    },
  }
}

export type Watcher = ReturnType<typeof openWatcher>

/** As a browser's, over the socket of Node. */
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
    waitingBytes: () => socket.bufferedAmount,
    close() {
      isOver = true
      socket.terminate()
    },
  }
}
