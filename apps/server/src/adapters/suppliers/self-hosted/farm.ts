import type { PhoneAddress, PhoneSize, PhoneSpec } from '../../../platform/supplier.ts'

export interface FoundPhone extends PhoneAddress {
  /** Switched off by `setPower`. */
  readonly isOff?: boolean
}

/** Source of self-hosted phones. Failures are `SupplierError`s. */
export interface PhoneFarm {
  /** Creates or assigns a phone; idempotent by phone id. */
  provision(order: PhoneSpec, signal: AbortSignal): Promise<PhoneAddress>
  /** `null` when the phone does not exist. */
  find(phoneId: string, signal: AbortSignal): Promise<FoundPhone | null>
  /** Only where the farm reaches the phone without ADB. False when the phone is down for another reason. */
  enableDebugging?(phoneId: string, signal: AbortSignal): Promise<boolean>
  /** Only where the farm has a power switch. On: the phone begins to boot. */
  setPower?(phoneId: string, isOn: boolean, signal: AbortSignal): Promise<void>
  /** Restarts a phone with another image; only where the farm makes its phones. */
  setImage?(phoneId: string, imageVersion: string, signal: AbortSignal): Promise<void>
  /** Restarts a phone with another size and keeps its data. */
  resize(phoneId: string, size: PhoneSize, signal: AbortSignal): Promise<void>
  /** Those of the phones that keep their size. None when absent. */
  findFixed?(phoneIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Takes a phone back. A farm that makes phones wipes this one from outside; `erase` empties it where it cannot. */
  remove(phoneId: string, erase: () => Promise<void>, signal: AbortSignal): Promise<void>
  /** The address is that of one of its phones. */
  ownsAddress(address: PhoneAddress, signal: AbortSignal): Promise<boolean>
}
