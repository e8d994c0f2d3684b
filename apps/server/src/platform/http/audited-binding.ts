import { isDeepStrictEqual } from 'node:util'
import type { Call, CallArguments, CallData } from '@yunji/contract/wire/call'
import type { Clock } from '../clock.ts'
import type { Database, Tx } from '../database.ts'
import { AppError } from '../errors.ts'
import {
  type AddAudit,
  type AuditOf,
  insertAudit,
  joinTransaction,
  lockAuditedCall,
  withAudit,
} from '../operators/audit.ts'
import type { Binding, CallContext } from './binding.ts'

interface AuditedDeps {
  readonly database: Database
  readonly clock: Clock
}

type ContextOf<C extends Call> = CallContext<C['access']> & { readonly operator: object }

const operatorOf = (call: Call, { operator }: CallContext) => {
  if (!operator) throw new Error(`${call.path} is no operator's call`)
  return operator
}

/** As it goes over the wire; spaces around texts are cut when they are stored. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (_key, one: unknown) => (typeof one === 'string' ? one.trim() : one)))

const isSame = (stored: unknown, sent: unknown): boolean => isDeepStrictEqual(plain(stored), plain(sent))

/** Of two operators who saw the same record, the second is told the new one. Fields that the audit does not read are not compared. */
const assertUnchanged = (stored: unknown, basedOn: Readonly<Record<string, unknown>>): void => {
  const record = (stored ?? {}) as Readonly<Record<string, unknown>>
  const isChanged = Object.entries(basedOn).some(
    ([field, value]) => Object.hasOwn(record, field) && !isSame(record[field], value),
  )
  if (isChanged) {
    throw new AppError('PRICE_INCONSISTENT', { text: '刚刚被别人修改过，没有保存；请重新打开后再改', data: record })
  }
}

/**
 * For writes of operators: one transaction around the handler and its audit row. The handler gets dependencies whose
 * database is that transaction.
 */
export const bindAudited = <C extends Call, Deps extends AuditedDeps>(
  deps: Deps,
  call: C,
  audit: AuditOf<C>,
  handler: (deps: Deps, input: CallArguments<C>, context: ContextOf<C>) => Promise<CallData<C>>,
): Binding => ({
  call,
  run: (given, context, outer) => {
    const audited = async (tx: Tx) => {
      const { basedOn, ...rest } = given as { readonly basedOn?: Readonly<Record<string, unknown>> }
      const input = rest as CallArguments<C>
      if (basedOn) await lockAuditedCall(tx, call.path)
      const before = await audit.read?.(tx, input)
      if (basedOn) assertUnchanged(before, basedOn)
      const joined = { ...deps, database: joinTransaction(deps.database, tx) }
      const data = await handler(joined, input, context as ContextOf<C>)
      const after = audit.after?.(input, data) ?? (await audit.read?.(tx, input, data))
      const entry = { subject: audit.subject(input, data), before, after }
      const request = { path: call.path, address: context.address }
      await insertAudit(tx, deps.clock.now(), operatorOf(call, context), request, entry)
      return data
    }
    // With an idempotency key, the transaction that stores the answer.
    return outer ? audited(outer) : deps.database.db.transaction(audited)
  },
})

/** For writes that count failures outside their transaction: the handler adds the row itself. */
export const bindSelfAudited = <C extends Call>(
  clock: Clock,
  call: C,
  handler: (input: CallArguments<C>, context: ContextOf<C>, addAudit: AddAudit) => Promise<CallData<C>>,
): Binding => {
  if (call.idempotent) throw new Error(`${call.path} takes an idempotency key: bind it with bindAudited`)
  return {
    call,
    run: (input, context) =>
      withAudit(clock, operatorOf(call, context), { path: call.path, address: context.address }, (addAudit) =>
        handler(input as CallArguments<C>, context as ContextOf<C>, addAudit),
      ),
  }
}
