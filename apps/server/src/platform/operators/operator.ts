import type { OperatorRight, OperatorRole, OperatorStep } from '@yunji/contract/wire/operator-roles'

/** Operator of a valid token. */
export interface Operator {
  /** Null for the machine operator of the configured token. */
  readonly operatorId: number | null
  readonly sessionId: number | null
  readonly name: string
  /** Name under which customers read answers. */
  readonly displayName: string
  readonly role: OperatorRole
  readonly rights: readonly OperatorRight[]
  readonly step: OperatorStep
}

/** Request of an operator, as the audit log names it. */
export interface OperatorRequest {
  readonly path: string
  readonly address: string
}
