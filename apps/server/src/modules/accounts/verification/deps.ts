import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { IdCardReader } from '../../../platform/id-card-reader.ts'
import type { ObjectStore } from '../../../platform/object-store.ts'
import type { Operators } from '../../../platform/operators/operators.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { SealedTexts } from '../../../platform/sealed-texts.ts'
import type { Sessions } from '../../../platform/sessions/sessions.ts'
import type { SignedTokens } from '../../../platform/signed-tokens.ts'

export interface VerificationDeps {
  readonly database: Database
  readonly clock: Clock
  readonly sessions: Sessions
  readonly operators: Operators
  readonly objectStore: ObjectStore
  readonly idCardReader: IdCardReader
  readonly sealedTexts: SealedTexts
  readonly signedTokens: SignedTokens
  readonly outbox: Outbox
}
