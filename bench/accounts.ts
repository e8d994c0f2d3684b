import { measureAccountCalls } from './accounts/calls.ts'
import { measurePasswordHash } from './accounts/password-hash.ts'
import { measureRevocation } from './accounts/revocation.ts'
import type { Part } from './run.ts'

/** What coming in, being known and being thrown out costs. */
export const accountParts = (): readonly Part[] => [measureAccountCalls, measurePasswordHash, measureRevocation]
