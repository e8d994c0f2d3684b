import type { KeyObject } from 'node:crypto'
import type { Socket } from 'node:net'
import { acceptTls } from './tls.ts'

/** Fault injected by a test. */
export interface LinkFault {
  /** Bytes are dropped in both directions while the connection stays open. */
  isSilent: boolean
  /** Delay of every packet. */
  delayMs: number
}

export const HEALTHY_LINK: LinkFault = { isSilent: false, delayMs: 0 }

/** Limit for a peer that does not read; above it the link is closed. */
const MAX_UNSENT_BYTES = 32 * 1024 * 1024

/** TCP keep-alive, to detect hosts that vanished. */
const KEEP_ALIVE_MS = 15_000

/** TCP connection to the adb host, with faults on demand. */
export class Link {
  #socket: Socket
  readonly #fault: () => LinkFault
  readonly #late = new Set<NodeJS.Timeout>()

  constructor(socket: Socket, fault: () => LinkFault) {
    this.#socket = socket
    this.#fault = fault
    socket.setNoDelay(true)
    socket.setKeepAlive(true, KEEP_ALIVE_MS)
    socket.on('error', () => {}) // 'close' follows
  }

  /** Continues over TLS; a host whose key is not known is disconnected. */
  async secure(
    keys: readonly KeyObject[],
    received: Uint8Array,
    listener: (chunk: Uint8Array) => void,
  ): Promise<boolean> {
    const plain = this.#socket
    // Unread until TLS reads: what comes meanwhile would be lost.
    plain.pause().removeAllListeners('data')
    if (received.length > 0) plain.unshift(received)
    const secured = await acceptTls(plain, keys).catch(() => null)
    if (secured === null) {
      plain.destroy()
      return false
    }
    secured.on('error', () => plain.destroy())
    this.#socket = secured
    this.onData(listener)
    return true
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

  /** Immediate; unsent data is lost. */
  destroy(): void {
    this.#socket.destroy()
  }

  reset(): void {
    this.#socket.resetAndDestroy()
  }

  #pass(action: () => void): void {
    const { isSilent, delayMs } = this.#fault()
    if (isSilent) return
    // A packet must not overtake delayed ones.
    if (delayMs === 0 && this.#late.size === 0) return action()
    const timer = setTimeout(() => {
      this.#late.delete(timer)
      action()
    }, delayMs)
    this.#late.add(timer)
  }
}
