import type { PhoneSize, PhoneSpec } from '../../../platform/supplier.ts'

export interface PhoneAddress {
  readonly host: string
  readonly port: number
}

/** Where self-hosted phones stand. Failures are `SupplierError`s. */
export interface PhoneFarm {
  /** Makes or gives out a phone; the same order again gives the same one. */
  provision(order: PhoneSpec, signal: AbortSignal): Promise<PhoneAddress>
  /** `null` when there is no such phone. */
  find(phoneId: string, signal: AbortSignal): Promise<PhoneAddress | null>
  /** Restarts a phone in another size, with what is on it. */
  resize(phoneId: string, size: PhoneSize, signal: AbortSignal): Promise<void>
  /** Takes a phone back. `erase` empties it, where the farm cannot do that by itself. */
  remove(phoneId: string, erase: () => Promise<void>, signal: AbortSignal): Promise<void>
}
