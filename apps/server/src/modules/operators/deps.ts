import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { SealedTexts } from '../../platform/sealed-texts.ts'

export interface OperatorDeps {
  readonly database: Database
  readonly clock: Clock
  readonly sealedTexts: SealedTexts
}
