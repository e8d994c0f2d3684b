import { measureAccountCalls } from './accounts/calls.ts'
import { measurePasswordHash } from './accounts/password-hash.ts'
import { measureRevocation } from './accounts/revocation.ts'
import type { Measurement } from './run.ts'

/** What coming in, being known and being thrown out costs. */
export const accountMeasurements = (): readonly Measurement[] => [
  measureAccountCalls,
  measurePasswordHash,
  measureRevocation,
]
