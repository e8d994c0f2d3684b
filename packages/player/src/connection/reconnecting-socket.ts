import { waitBeforeMs } from './backoff.ts'
import type { Door, OpenSocket, Socket } from './web-socket.ts'

/** The server will not let this viewer in (again); trying on would not help. Its message is for the user. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** After so long without the stream, going on is for the user to decide. */
const GIVE_UP_MS = 60_000
/** A door that does not answer is as good as closed. */
const OPEN_DEADLINE_MS = 10_000

export interface LinkOptions {
  /** The door to begin with; else one is asked for. */
  readonly door?: Door
  /** A new door; absent where only the stream's own tickets lead back, as without a login. */
  readonly renewDoor?: () => Promise<Door>
  readonly openSocket: OpenSocket
  readonly random: () => number
  readonly onMessage: (message: Uint8Array) => void
  /** The stream stood, and does not any more; it is being looked for. */
  readonly onLost: () => void
  readonly onRefused: (message: string) => void
  readonly onGivenUp: () => void
}

/** A stream that finds its way back. */
export const createLink = (options: LinkOptions) => {
  let socket: Socket | undefined
  let door = options.door
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

  /** The stream's own ticket first: it needs no question. Each opens once, so a failure asks for a new door. */
  const nextDoor = async (): Promise<Door> => {
    if (door && resumeTicket && (failures === 0 || !options.renewDoor)) return { ...door, ticket: resumeTicket }
    if (door && failures === 0 && !resumeTicket) return door
    if (!options.renewDoor) throw new Refusal('画面凭证已失效，请返回后重新进入')
    return options.renewDoor()
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
    tryTimer = setTimeout(() => void attempt(), waitBeforeMs(failures, options.random))
  }

  const attempt = async () => {
    drop()
    const number = tryNumber
    const isCurrent = () => number === tryNumber && !isClosed
    deadlineTimer = setTimeout(lose, OPEN_DEADLINE_MS)
    try {
      const next = await nextDoor()
      if (!isCurrent()) return
      door = next
      socket = options.openSocket(next, {
        onMessage: (message) => isCurrent() && receive(message),
        onClose: () => isCurrent() && lose(),
      })
    } catch (error) {
      if (!isCurrent()) return
      if (!(error instanceof Refusal)) return lose()
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
    waitingBytes: (): number => socket?.waitingBytes() ?? 0,
    setResumeTicket(ticket: string): void {
      resumeTicket = ticket
    },
    /** It looks open, but nothing comes through it any more. */
    breakOff(): void {
      if (!isClosed && isStanding) lose()
    },
    /** There is reason to believe that it would work now: the network or the page is back. */
    hurry(): void {
      if (isClosed || isStanding || tryTimer === undefined || socket) return
      void attempt()
    },
    close: stop,
  }
}

export type Link = ReturnType<typeof createLink>
