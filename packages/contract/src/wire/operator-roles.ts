/** Rights of operators, as `area.verb`. Every operator call names one. */
export const operatorRights = [
  'overview.read',
  'devices.read',
  'devices.act',
  'orders.read',
  'orders.refund',
  'goods.read',
  'goods.write',
  'marketing.read',
  'marketing.write',
  'users.read',
  'users.write',
  'verification.decide',
  'messages.read',
  'messages.send',
  'tickets.read',
  'tickets.answer',
  'content.read',
  'content.write',
  'invoices.read',
  'invoices.write',
  'stock.read',
  'stock.write',
  'phones.write',
  'ledger.read',
  'ledger.write',
  'settings.read',
  'settings.write',
  'operators.write',
  'audit.read',
  'data.export',
] as const
export type OperatorRight = (typeof operatorRights)[number]

export const operatorRoles = ['owner', 'support', 'finance', 'catalogue', 'readonly'] as const
export type OperatorRole = (typeof operatorRoles)[number]

const support: readonly OperatorRight[] = [
  'overview.read',
  'devices.read',
  'devices.act',
  'orders.read',
  'goods.read',
  'users.read',
  'users.write',
  'verification.decide',
  'messages.read',
  'messages.send',
  'tickets.read',
  'tickets.answer',
  'content.read',
  'invoices.read',
  'stock.read',
]

const finance: readonly OperatorRight[] = [
  'overview.read',
  'orders.read',
  'orders.refund',
  'goods.read',
  'marketing.read',
  'users.read',
  'tickets.read',
  'invoices.read',
  'invoices.write',
  'ledger.read',
  'ledger.write',
  'data.export',
]

const catalogue: readonly OperatorRight[] = [
  'overview.read',
  'devices.read',
  'goods.read',
  'goods.write',
  'marketing.read',
  'marketing.write',
  'messages.read',
  'messages.send',
  'content.read',
  'content.write',
  'stock.read',
  'stock.write',
  'phones.write',
  'settings.read',
]

/** Rights of each role; a read-only operator sees every list and changes nothing. */
export const rightsOfRole: Readonly<Record<OperatorRole, readonly OperatorRight[]>> = {
  owner: operatorRights,
  support,
  finance,
  catalogue,
  readonly: operatorRights.filter((right) => right.endsWith('.read')),
}

/** Rights of `YUNJI_OPERATOR_TOKEN`: everything but operators themselves. */
export const machineRights: readonly OperatorRight[] = operatorRights.filter((right) => right !== 'operators.write')

/** Steps that a session still has to take, in this order; only `ready` reaches other operator calls. */
export const operatorSteps = ['secondFactor', 'changePassword', 'enrolSecondFactor', 'ready'] as const
export type OperatorStep = (typeof operatorSteps)[number]

export const OPERATOR_PASSWORD_MINIMUM_CHARACTERS = 12
export const OPERATOR_PASSWORD_MAXIMUM_CHARACTERS = 128

/** Idle and absolute end of an operator's session. */
export const OPERATOR_IDLE_MS = 30 * 60_000
export const OPERATOR_SESSION_MS = 12 * 60 * 60_000

/** Outcomes in the audit log. `failed`: tried with the right to it, and without effect; `refused`: without the right. */
export const auditOutcomes = ['done', 'failed', 'refused'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

export const LIST_VIEW_NAME_CHARACTERS = 20
