import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import type { AgreementPayload } from '../../../platform/outbox/events.ts'
import type { OperatorFacts } from '../../configuration/configure/index.ts'
import type { DocumentRules } from '../documents/index.ts'

export interface AgreementDeps {
  readonly database: Database
  readonly clock: Clock
  readonly documentRules: DocumentRules
  readonly operatorFacts: OperatorFacts
  /** Tells every user of a new version; the id of the broadcast. */
  readonly announceAgreement: (tx: Tx, agreement: AgreementPayload) => Promise<{ noticeId: number }>
  /** Marks the messages of broadcasts as read. */
  readonly readNotices: (tx: Tx, userId: number, noticeIds: readonly number[]) => Promise<void>
}
