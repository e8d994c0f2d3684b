import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { IdCardReader } from '../../../platform/id-card-reader.ts'
import type { ObjectStore } from '../../../platform/object-store.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { SealedTexts } from '../../../platform/sealed-texts.ts'
import type { Sessions } from '../../../platform/sessions/sessions.ts'

export interface VerificationDeps {
  readonly database: Database
  readonly clock: Clock
  readonly sessions: Sessions
  readonly objectStore: ObjectStore
  readonly idCardReader: IdCardReader
  readonly sealedTexts: SealedTexts
  readonly outbox: Outbox
}
