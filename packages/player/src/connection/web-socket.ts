/** Address of the gateway and a ticket that opens one stream once. */
export interface StreamEndpoint {
  readonly url: string
  readonly ticket: string
}

export interface Socket {
  send(message: Uint8Array<ArrayBuffer>): void
  /** Bytes queued and not sent yet. */
  bufferedBytes(): number
  /** No event is fired afterwards. */
  close(): void
}

export interface SocketEvents {
  readonly onMessage: (message: Uint8Array) => void
  readonly onClose: () => void
}

export type OpenSocket = (endpoint: StreamEndpoint, events: SocketEvents) => Socket

const PROTOCOL = 'yunji.stream.v1'
const TICKET_PREFIX = 'ticket.'

/** Relative addresses are resolved against the page. */
const socketUrl = (url: string): string => new URL(url, location.href).href.replace(/^http/, 'ws')

/** The ticket is a sub-protocol: the only header a page can set, and it does not end up in access logs. */
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
