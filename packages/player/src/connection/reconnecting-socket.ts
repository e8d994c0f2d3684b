import type { OpenSocket, Socket, StreamEndpoint } from './web-socket.ts'

const FIRST_MS = 250
const LONGEST_MS = 8000
/** Clients that a gateway has lost at one moment must not all come back at one moment. */
const SPREAD = 0.5

/** How long to wait before a try, by how many have failed since the link last stood. The first goes at once. */
export const backoffMs = (failures: number, random: () => number): number => {
  if (failures === 0) return 0
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures)
  return Math.round(longest * (1 - SPREAD * random()))
}

/** The server will not let this viewer in (again); trying on would not help. Its message is for the user. */
export class StreamRefusedError extends Error {
  override name = 'Refusal'
}

/** After so long without the stream, going on is for the user to decide. */
const GIVE_UP_MS = 60_000
/** A endpoint that does not answer is as good as closed. */
const OPEN_DEADLINE_MS = 10_000

export interface ReconnectingSocketOptions {
  /** The endpoint to begin with; else one is asked for. */
  readonly endpoint?: StreamEndpoint
  /** A new endpoint; absent where only the stream's own tickets lead back, as without a login. */
  readonly renewEndpoint?: () => Promise<StreamEndpoint>
  readonly openSocket: OpenSocket
  readonly random: () => number
  readonly onMessage: (message: Uint8Array) => void
  /** The stream stood, and does not any more; it is being looked for. */
  readonly onLost: () => void
  readonly onRefused: (message: string) => void
  readonly onGivenUp: () => void
}

/** A stream that finds its way back. */
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
  /** What an earlier try still brings belongs to nobody. */
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

  /** The stream's own ticket first: it needs no question. Each opens once, so a failure asks for a new endpoint. */
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
    /** At the beginning, and again after it was given up. */
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
    /** It looks open, but nothing comes through it any more. */
    reconnect(): void {
      if (!isClosed && isStanding) lose()
    },
    /** There is reason to believe that it would work now: the network or the page is back. */
    retryNow(): void {
      if (isClosed || isStanding || tryTimer === undefined || socket) return
      void attempt()
    },
    close: stop,
  }
}

export type ReconnectingSocket = ReturnType<typeof createReconnectingSocket>
