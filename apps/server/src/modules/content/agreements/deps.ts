import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import type { AgreementPayload } from '../../../platform/outbox/events.ts'
import type { DocumentRules } from '../documents/index.ts'

/** Facts about the operator that the texts name; from settings. */
export interface OperatorFacts {
  readonly operatorName?: string | undefined
  readonly contact?: string | undefined
  readonly address?: string | undefined
}

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
