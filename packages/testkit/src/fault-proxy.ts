import net from 'node:net'

/** Fault of a proxied TCP connection. */
export type LinkFault =
  | { readonly kind: 'none' }
  /** Bytes are dropped in both directions without an error. */
  | { readonly kind: 'halfOpen' }
  /** RST, also for new connections. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'delay'; readonly delayMs: number }
  /** Half-open after this many bytes, counted in both directions from now. */
  | { readonly kind: 'stopAfter'; readonly sizeBytes: number }

export interface FaultProxy {
  readonly port: number
  /** Open connections. */
  readonly openCount: number
  /** Forwarded bytes in both directions. */
  readonly passedBytes: number
  setFault(fault: LinkFault): void
  /** New connections work again; half-open ones stay silent, since dropped bytes are lost. */
  heal(): void
  close(): Promise<void>
}

/** A connection to a TCP server that can be hurt. */
export async function startFaultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  const connections = new Set<ProxiedConnection>()
  const state: ProxyState = { fault: { kind: 'none' }, leftBytes: 0, passedBytes: 0 }
  const server = net.createServer({ noDelay: true }, (client) => {
    if (state.fault.kind === 'reset') return void client.on('error', () => {}).resetAndDestroy()
    const connection = new ProxiedConnection(client, net.connect({ ...target, noDelay: true }), state, () =>
      connections.delete(connection),
    )
    connections.add(connection)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const setFault = (fault: LinkFault): void => {
    state.fault = fault
    state.leftBytes = fault.kind === 'stopAfter' ? fault.sizeBytes : 0
    for (const connection of connections) {
      if (fault.kind === 'reset') connection.cut()
      if (fault.kind === 'halfOpen') connection.isSilent = true
    }
  }
  return {
    port: (server.address() as net.AddressInfo).port,
    get openCount() {
      return [...connections].filter((connection) => connection.isOpen).length
    },
    get passedBytes() {
      return state.passedBytes
    },
    setFault,
    heal: () => setFault({ kind: 'none' }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const connection of connections) connection.cut()
      }),
  }
}

interface ProxyState {
  fault: LinkFault
  /** Of `stopAfter`. */
  leftBytes: number
  passedBytes: number
}

class ProxiedConnection {
  readonly #ends: readonly [net.Socket, net.Socket]
  readonly #state: ProxyState
  /** For ever. */
  isSilent: boolean

  constructor(client: net.Socket, target: net.Socket, state: ProxyState, onEnd: () => void) {
    this.#ends = [client, target]
    for (const end of this.#ends) end.once('close', () => this.#ends.every(({ destroyed }) => destroyed) && onEnd())
    this.#state = state
    this.isSilent = state.fault.kind === 'halfOpen'
    this.#carry(client, target)
    this.#carry(target, client)
  }

  /** Seen from the client. */
  get isOpen(): boolean {
    return !this.#ends[0].destroyed
  }

  cut(): void {
    for (const end of this.#ends) end.resetAndDestroy()
  }

  #carry(from: net.Socket, to: net.Socket): void {
    from.on('error', () => {})
    from.on('data', (chunk) => this.#pass(chunk, to))
    // The other end of a connection that is cut in two hears of nothing.
    from.on('close', () => this.#later(() => this.isSilent || to.destroy()))
  }

  #pass(chunk: Buffer, to: net.Socket): void {
    const { fault } = this.#state
    if (this.isSilent) return
    const passing = fault.kind === 'stopAfter' ? chunk.subarray(0, this.#state.leftBytes) : chunk
    if (fault.kind === 'stopAfter') this.#state.leftBytes -= passing.length
    if (passing.length < chunk.length) this.isSilent = true
    this.#state.passedBytes += passing.length
    this.#later(() => void to.write(passing))
  }

  /** Timers of the same delay fire in order, so chunks do not overtake each other. */
  #later(work: () => void): void {
    const { fault } = this.#state
    if (fault.kind === 'delay') setTimeout(work, fault.delayMs)
    else work()
  }
}
