import type { PhoneAddress, PhoneSpec } from './supplier.ts'

/** Phones that operators attached by address. Rows of the database: every process sees the same ones. */
export interface AttachedPhones {
  /**
   * Assigns a free phone of the zone and configuration; idempotent by phone id. Null when none is in stock there.
   * `erasing`: none is free, and one is on its way back from its last customer.
   */
  claim(order: PhoneSpec): Promise<PhoneAddress | 'erasing' | null>
  /** Null when the id is not that of an attached phone. */
  find(phoneId: string): Promise<PhoneAddress | null>
  /** Those of the ids that are attached phones'. */
  findAttached(phoneIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Frees a phone that has been erased. */
  release(phoneId: string): Promise<void>
  /** Addresses of all of them, those that wait for their erasure included. */
  listAddresses(): Promise<readonly PhoneAddress[]>
  isAny(): Promise<boolean>
}
