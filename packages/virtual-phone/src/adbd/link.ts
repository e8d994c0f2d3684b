import type { Socket } from 'node:net'

/** How a link misbehaves when a test asks for it. */
export interface LinkFault {
  /** Bytes vanish in both directions while the connection looks alive. */
  isSilent: boolean
  /** Every packet is held back so long. */
  delayMs: number
}

export const HEALTHY_LINK: LinkFault = { isSilent: false, delayMs: 0 }

/** What may wait for a peer that does not read, before the link is given up. */
const MAX_UNSENT_BYTES = 32 * 1024 * 1024

/** A computer that vanished without a word is found out after a while. */
const KEEP_ALIVE_MS = 15_000

/** A TCP connection to whoever drives the phone, with faults on demand. */
export class Link {
  readonly #socket: Socket
  readonly #fault: () => LinkFault
  readonly #late = new Set<NodeJS.Timeout>()

  constructor(socket: Socket, fault: () => LinkFault) {
    this.#socket = socket
    this.#fault = fault
    socket.setNoDelay(true)
    socket.setKeepAlive(true, KEEP_ALIVE_MS)
    socket.on('error', () => {}) // 'close' follows
  }

  onData(listener: (chunk: Uint8Array) => void): void {
    this.#socket.on('data', (chunk: Uint8Array) => this.#pass(() => listener(chunk)))
  }

  onClose(listener: () => void): void {
    this.#socket.on('close', () => {
      for (const timer of this.#late) clearTimeout(timer)
      listener()
    })
  }

  send(bytes: Uint8Array): void {
    this.#pass(() => {
      if (this.#socket.destroyed || this.#socket.writableEnded) return
      this.#socket.write(bytes)
      if (this.#socket.writableLength > MAX_UNSENT_BYTES) this.#socket.destroy()
    })
  }

  /** At once; what is on its way may get lost. */
  destroy(): void {
    this.#socket.destroy()
  }

  reset(): void {
    this.#socket.resetAndDestroy()
  }

  #pass(action: () => void): void {
    const { isSilent, delayMs } = this.#fault()
    if (isSilent) return
    // Packets that wait keep their order: one that comes after them may not overtake.
    if (delayMs === 0 && this.#late.size === 0) return action()
    const timer = setTimeout(() => {
      this.#late.delete(timer)
      action()
    }, delayMs)
    this.#late.add(timer)
  }
}
