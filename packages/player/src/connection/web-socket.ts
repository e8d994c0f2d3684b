/** Where a stream is opened, and what opens it once. */
export interface StreamEndpoint {
  readonly url: string
  readonly ticket: string
}

export interface Socket {
  send(message: Uint8Array<ArrayBuffer>): void
  /** What has been sent but has not left yet. */
  bufferedBytes(): number
  /** Nothing is heard of it afterwards. */
  close(): void
}

export interface SocketEvents {
  readonly onMessage: (message: Uint8Array) => void
  readonly onClose: () => void
}

export type OpenSocket = (endpoint: StreamEndpoint, events: SocketEvents) => Socket

const PROTOCOL = 'yunji.stream.v1'
const TICKET_PREFIX = 'ticket.'

/** `/stream` is of the page's own host. */
const socketUrl = (url: string): string => new URL(url, location.href).href.replace(/^http/, 'ws')

/** The ticket goes as a sub-protocol: the only header that a page may set, and one that no log keeps. */
export const openWebSocket: OpenSocket = ({ url, ticket }, { onMessage, onClose }) => {
  const socket = new WebSocket(socketUrl(url), [PROTOCOL, TICKET_PREFIX + ticket])
  let isOver = false
  socket.binaryType = 'arraybuffer'
  socket.addEventListener('message', ({ data }) => {
    if (!isOver && data instanceof ArrayBuffer) onMessage(new Uint8Array(data))
  })
  socket.addEventListener('close', () => {
    if (!isOver) onClose()
    isOver = true
  })
  return {
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(message)
    },
    bufferedBytes: () => socket.bufferedAmount,
    close() {
      isOver = true
      socket.close()
    },
  }
}
