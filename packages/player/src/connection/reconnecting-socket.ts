import type { OpenSocket, Socket, StreamEndpoint } from './web-socket.ts'

const FIRST_MS = 250
const LONGEST_MS = 8000
/** Jitter, so that the clients of a lost gateway do not all reconnect at once. */
const SPREAD = 0.5

/** Exponential; 0 for the first attempt after a loss. */
export const backoffMs = (failures: number, random: () => number): number => {
  if (failures === 0) return 0
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures)
  return Math.round(longest * (1 - SPREAD * random()))
}

/** The server refused the viewer for good; not retried. The message is shown to the user. */
export class StreamRefusedError extends Error {
  override name = 'Refusal'
}

/** Reconnecting stops after this; the user can start it again. */
const GIVE_UP_MS = 60_000
/** An attempt without an answer counts as failed after this. */
const OPEN_DEADLINE_MS = 10_000

export interface ReconnectingSocketOptions {
  /** Endpoint of the first attempt; requested by `renewEndpoint` when absent. */
  readonly endpoint?: StreamEndpoint
  /** Absent without a login: then only resume tickets can reopen the stream. */
  readonly renewEndpoint?: () => Promise<StreamEndpoint>
  readonly openSocket: OpenSocket
  readonly random: () => number
  readonly onMessage: (message: Uint8Array) => void
  /** An open stream was lost; reconnecting has begun. */
  readonly onLost: () => void
  readonly onRefused: (message: string) => void
  readonly onGivenUp: () => void
}

/** A WebSocket that reconnects with resume tickets and backoff until it is closed, refused or given up. */
export const createReconnectingSocket = (options: ReconnectingSocketOptions) => {
  let socket: Socket | undefined
  let endpoint = options.endpoint
  let resumeTicket: string | undefined
  let failures = 0
  let isStanding = false
  let isClosed = true
  let tryTimer: ReturnType<typeof setTimeout> | undefined
  let deadlineTimer: ReturnType<typeof setTimeout> | undefined
  let giveUpTimer: ReturnType<typeof setTimeout> | undefined
  /** Events of earlier attempts are ignored. */
  let tryNumber = 0

  const drop = () => {
    tryNumber += 1
    clearTimeout(tryTimer)
    clearTimeout(deadlineTimer)
    socket?.close()
    socket = undefined
  }

  const stop = () => {
    drop()
    clearTimeout(giveUpTimer)
    giveUpTimer = undefined
    isClosed = true
    isStanding = false
  }

  /** The resume ticket first, which needs no request. Tickets open once, so a failed attempt needs a new endpoint. */
  const nextEndpoint = async (): Promise<StreamEndpoint> => {
    if (endpoint && resumeTicket && (failures === 0 || !options.renewEndpoint))
      return { ...endpoint, ticket: resumeTicket }
    if (endpoint && failures === 0 && !resumeTicket) return endpoint
    if (!options.renewEndpoint) throw new StreamRefusedError('画面凭证已失效，请返回后重新进入')
    return options.renewEndpoint()
  }

  const lose = () => {
    drop()
    if (isStanding) {
      isStanding = false
      failures = 0
      options.onLost()
    } else failures += 1
    giveUpTimer ??= setTimeout(() => {
      stop()
      options.onGivenUp()
    }, GIVE_UP_MS)
    tryTimer = setTimeout(() => void attempt(), backoffMs(failures, options.random))
  }

  const attempt = async () => {
    drop()
    const number = tryNumber
    const isCurrent = () => number === tryNumber && !isClosed
    deadlineTimer = setTimeout(lose, OPEN_DEADLINE_MS)
    try {
      const next = await nextEndpoint()
      if (!isCurrent()) return
      endpoint = next
      socket = options.openSocket(next, {
        onMessage: (message) => isCurrent() && receive(message),
        onClose: () => isCurrent() && lose(),
      })
    } catch (error) {
      if (!isCurrent()) return
      if (!(error instanceof StreamRefusedError)) return lose()
      stop()
      options.onRefused(error.message)
    }
  }

  const receive = (message: Uint8Array) => {
    if (!isStanding) {
      isStanding = true
      failures = 0
      clearTimeout(deadlineTimer)
      clearTimeout(giveUpTimer)
      giveUpTimer = undefined
    }
    options.onMessage(message)
  }

  return {
    /** Starts connecting, also again after `onGivenUp`. */
    open(): void {
      isClosed = false
      failures = 0
      void attempt()
    },
    send: (message: Uint8Array<ArrayBuffer>): void => socket?.send(message),
    bufferedBytes: (): number => socket?.bufferedBytes() ?? 0,
    setResumeTicket(ticket: string): void {
      resumeTicket = ticket
    },
    /** For a socket that looks open but has gone silent. */
    reconnect(): void {
      if (!isClosed && isStanding) lose()
    },
    /** Skips the backoff when the network or the page is back. */
    retryNow(): void {
      if (isClosed || isStanding || tryTimer === undefined || socket) return
      void attempt()
    },
    close: stop,
  }
}

export type ReconnectingSocket = ReturnType<typeof createReconnectingSocket>
