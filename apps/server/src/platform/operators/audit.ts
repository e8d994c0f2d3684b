import type { Call, CallArguments, CallData } from '@yunji/contract/wire/call'
import type { AuditOutcome } from '@yunji/contract/wire/operator-roles'
import { and, eq, gt, sql } from 'drizzle-orm'
import { operatorAudit } from '../../tables/operators.ts'
import { type Clock, HOUR_MS, later } from '../clock.ts'
import type { Database, Db, Tx } from '../database.ts'
import type { Operator, OperatorRequest } from './operator.ts'

/** Content of an audit row beyond the operator and the request. Never secrets, nor texts about a customer: rows are kept for ever. */
export interface AuditEntry {
  /** `ticket:12`: kind and id. */
  readonly subject: string
  readonly before?: unknown
  readonly after?: unknown
  /** Done unless it says otherwise. */
  readonly outcome?: AuditOutcome
}

/** Describes the effect of a call to the audit log. */
export interface AuditOf<C extends Call> {
  /** `data` is the answer of the call. */
  subject(input: CallArguments<C>, data: CallData<C>): string
  /** State of the subject: read before the handler without `data`, and after it with the answer. */
  read?(tx: Tx, input: CallArguments<C>, data?: CallData<C>): Promise<unknown>
  /** State after, where input and answer say it without reading. */
  after?(input: CallArguments<C>, data: CallData<C>): unknown
}

/** Operators who lack a right are recorded this often an hour; what they try beyond it is refused all the same. */
const REFUSALS_PER_HOUR = 60
const LONGEST_SUBJECT = 200
const LONGEST_TEXT = 500
const LONGEST_STATE = 16_000
const LONGEST_ADDRESS = 64

const cut = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > LONGEST_TEXT
    ? `${value.slice(0, LONGEST_TEXT)}…（共 ${value.length} 字）`
    : value

/** Bounded copy of a state: long texts are cut, and a state that is still too long is only measured. */
export const boundedState = (state: unknown): unknown => {
  const text = JSON.stringify(state ?? null, cut)
  return text.length > LONGEST_STATE ? { tooLong: text.length } : (JSON.parse(text) as unknown)
}

/** Held until the transaction ends: writes of one call that compare what was seen come one after another. */
export const lockAuditedCall = async (tx: Tx, path: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${path}, 0))`)
}

const callNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export const insertAudit = async (
  tx: Tx | Db,
  at: Date,
  { operatorId, name, role }: Pick<Operator, 'operatorId' | 'name' | 'role'>,
  { path, address }: OperatorRequest,
  { subject, before, after, outcome = 'done' }: AuditEntry,
): Promise<void> => {
  await tx.insert(operatorAudit).values({
    at,
    operatorId,
    operatorName: name,
    role,
    call: callNameOf(path),
    subject: subject.slice(0, LONGEST_SUBJECT),
    before: boundedState(before),
    after: boundedState(after),
    outcome,
    address: address.slice(0, LONGEST_ADDRESS),
  })
}

/** Adds the audit row of a call in a transaction of its handler. */
export type AddAudit = (tx: Tx, entry: AuditEntry) => Promise<void>

/** For writes that add their audit row themselves; one that did not is an error. */
export const withAudit = async <Result>(
  clock: Clock,
  operator: Operator,
  request: OperatorRequest,
  work: (addAudit: AddAudit) => Promise<Result>,
): Promise<Result> => {
  let isAdded = false
  const result = await work(async (tx, entry) => {
    await insertAudit(tx, clock.now(), operator, request, entry)
    isAdded = true
  })
  if (!isAdded) throw new Error(`${request.path} left no audit row`)
  return result
}

export const recordRefusal = async (
  { db }: Pick<Database, 'db'>,
  clock: Clock,
  operator: Operator,
  request: OperatorRequest,
): Promise<void> => {
  const at = clock.now()
  const isLate = and(
    eq(operatorAudit.operatorName, operator.name),
    eq(operatorAudit.outcome, 'refused'),
    gt(operatorAudit.at, later(at, -HOUR_MS)),
  )
  if ((await db.$count(operatorAudit, isLate)) >= REFUSALS_PER_HOUR) return
  await insertAudit(db, at, operator, request, { subject: '', outcome: 'refused' })
}

/** The database as one transaction: use cases that open one of their own join it. */
export const joinTransaction = (database: Database, tx: Tx): Database => {
  const transaction: Db['transaction'] = (work) => work(tx)
  return { ...database, db: Object.create(tx, { transaction: { value: transaction } }) as Db }
}

interface SomeDevices {
  readonly deviceIds: readonly number[]
}

/** Audit of acts on some devices: which were asked for, and which of them have begun. */
export const auditOfDevices = {
  subject: ({ deviceIds: [deviceId, ...others] }: SomeDevices) =>
    others.length === 0 ? `device:${deviceId}` : 'devices',
  after: ({ deviceIds: asked }: SomeDevices, { deviceIds: begun }: SomeDevices) => ({ asked, begun }),
}

/** For acts on devices: what they interrupt until the end of the transaction is not put down to the owners. */
export const attributeToOperator = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select set_config('yunji.actor', 'operator', true)`)
}
