import type { PhoneKeys } from '@yunji/phone-driver/keys'
import { openPhone } from '@yunji/phone-driver/phone'
import type { Phone } from '@yunji/phone-driver/types'
import { type PhoneAddress, SupplierError } from '../../../platform/supplier.ts'
import type { PhoneFarm } from './farm.ts'

interface PhonePoolOptions {
  readonly farm: PhoneFarm
  readonly keys: PhoneKeys
  readonly log: (text: string) => void
  /** Lifetime of an unused connection. */
  readonly idleMs?: number
}

interface Entry {
  readonly address: PhoneAddress
  readonly phone: Phone
  useCount: number
  idleTimer?: NodeJS.Timeout
}

export interface PooledPhone {
  readonly phone: Phone
  release(): void
}

const IDLE_MS = 60_000
const NO_SIGNAL = new AbortController().signal

/** One connection per phone, shared by all its uses. */
export class PhonePool {
  readonly #options: PhonePoolOptions
  readonly #entries = new Map<string, Entry>()
  #isClosed = false

  constructor(options: PhonePoolOptions) {
    this.#options = options
  }

  async acquire(phoneId: string, signal: AbortSignal = NO_SIGNAL): Promise<PooledPhone> {
    const entry = this.#entries.get(phoneId)
    // An unreachable phone may have a new address after a restart of its farm.
    const current = entry?.phone.state === 'online' ? entry : await this.#locate(phoneId, signal)
    clearTimeout(current.idleTimer)
    current.useCount += 1
    let isReleased = false
    return {
      phone: current.phone,
      release: () => {
        if (!isReleased) this.#release(phoneId, current)
        isReleased = true
      },
    }
  }

  async with<Result>(phoneId: string, work: (phone: Phone) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const lease = await this.acquire(phoneId, signal)
    try {
      return await work(lease.phone)
    } finally {
      lease.release()
    }
  }

  /** Closes the connection, also under uses that still hold it. */
  async forget(phoneId: string): Promise<void> {
    const entry = this.#entries.get(phoneId)
    this.#entries.delete(phoneId)
    clearTimeout(entry?.idleTimer)
    await entry?.phone.close()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#entries.keys()].map((phoneId) => this.forget(phoneId)))
  }

  async #locate(phoneId: string, signal: AbortSignal): Promise<Entry> {
    const { farm, keys, log } = this.#options
    const address = await farm.find(phoneId, signal)
    if (!address) {
      await this.forget(phoneId)
      throw new SupplierError('unknownPhone', `there is no phone ${phoneId}`)
    }
    if (this.#isClosed) throw new SupplierError('lost', 'the supplier was closed')
    const existing = this.#entries.get(phoneId)
    if (existing?.address.host === address.host && existing.address.port === address.port) return existing
    if (existing) await this.forget(phoneId)
    const { host, port } = address
    const entry: Entry = { address, phone: openPhone({ host, port, keys, log }), useCount: 0 }
    this.#entries.set(phoneId, entry)
    return entry
  }

  #release(phoneId: string, entry: Entry): void {
    entry.useCount -= 1
    if (entry.useCount > 0 || this.#entries.get(phoneId) !== entry) return
    entry.idleTimer = setTimeout(() => void this.forget(phoneId), this.#options.idleMs ?? IDLE_MS).unref()
  }
}
