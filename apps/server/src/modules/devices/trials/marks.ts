import { createHmac } from 'node:crypto'
import type { SigningKeys } from '../../../platform/signing-keys.ts'

const PURPOSE = 'trial-marks'

export interface Marks {
  /** Marks by the current key, to be stored. */
  readonly current: readonly Buffer[]
  /** Marks by every key, to be looked for. */
  readonly all: readonly Buffer[]
}

/** Keyed hashes: without the key nobody finds out whose number a mark was. */
export const marksOf = (signingKeys: SigningKeys, traits: readonly string[]): Marks => {
  const by = (key: Buffer): Buffer[] => traits.map((trait) => createHmac('sha256', key).update(trait).digest())
  return {
    current: by(signingKeys.current(PURPOSE).key),
    all: signingKeys.list(PURPOSE).flatMap(({ key }) => by(key)),
  }
}
