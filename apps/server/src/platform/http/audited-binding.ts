import type { Call, CallArguments, CallData } from '@yunji/contract/wire/call'
import type { Clock } from '../clock.ts'
import type { Database, Tx } from '../database.ts'
import { type AddAudit, type AuditOf, insertAudit, joinTransaction, withAudit } from '../operators/audit.ts'
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
      const input = given as CallArguments<C>
      const before = await audit.read?.(tx, input)
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
