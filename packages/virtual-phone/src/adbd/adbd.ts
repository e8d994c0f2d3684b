import type { KeyObject } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { parsePublicKey } from '@yunji/phone-protocol/adb/auth'
import type { PhoneSystem } from '../system/system.ts'
import { Authentication } from './authentication.ts'
import { HEALTHY_LINK, Link, type LinkFault } from './link.ts'
import { Reverses } from './reverse-service.ts'
import { findService } from './services.ts'
import { Transport } from './transport.ts'

const BANNER_PROPERTIES = ['ro.product.name', 'ro.product.model', 'ro.product.device']
const MAX_CONNECTIONS = 64

/** adbd of one phone, listening on a port of the host. */
export class Adbd {
  linkFault: LinkFault = HEALTHY_LINK
  isHanging = false
  readonly #system: PhoneSystem
  readonly #onError: (error: unknown) => void
  readonly #keys: readonly KeyObject[]
  readonly #reverses: Reverses
  readonly #transports = new Set<Transport>()
  readonly #server: Server

  constructor(system: PhoneSystem, onError: (error: unknown) => void) {
    this.#system = system
    this.#onError = onError
    this.#keys = system.config.authorisedKeys.map((text) => parsePublicKey(text).key)
    this.#reverses = new Reverses(system.network)
    this.#server = createServer((socket) => this.#take(socket))
    this.#server.maxConnections = MAX_CONNECTIONS
  }

  /** Returns the port; rejects when it is taken. */
  async listen(host: string, port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', reject)
        resolve()
      })
    })
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('The daemon has no address.')
    return address.port
  }

  /** `isAbrupt` resets the connections, as by a power cut. */
  async close({ isAbrupt = false } = {}): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
    })
    if (isAbrupt) this.cut()
    for (const transport of this.#transports) transport.drop()
    await closed
  }

  /** Resets every connection, as when the link breaks. */
  cut(): void {
    for (const transport of this.#transports) transport.reset()
  }

  #take(socket: Socket): void {
    const transport = new Transport({
      link: new Link(socket, () => this.linkFault),
      authentication: new Authentication(this.#keys),
      tlsKeys: this.#system.config.isTlsRequired ? this.#keys : null,
      banner: () => this.#banner(),
      findService: (name, from) => findService(this.#system, this.#reverses, from, name),
      isHanging: () => this.isHanging,
      onError: this.#onError,
      onEnd: (ended) => {
        this.#transports.delete(ended)
        this.#reverses.endOf(ended)
      },
    })
    this.#transports.add(transport)
  }

  #banner(): string {
    const properties = BANNER_PROPERTIES.map((name) => `${name}=${this.#system.properties.get(name)}`)
    return `device::${[...properties, `features=${this.#system.config.adbFeatures.join(',')}`].join(';')}`
  }
}
