import type { IncomingHttpHeaders } from 'node:http'
import type { Access, Call, CallArguments, CallData, DeviceRight } from '@yunji/contract/wire/call'
import type { Logger } from 'pino'
import type { Tx } from '../database.ts'
import type { Caller, SessionJoin } from '../sessions/caller.ts'

/** What a handler knows about the request beyond its input. */
export interface CallContext<Who extends Access = Access> {
  /** Nobody where the call is open; an operator is no user, and a visitor may be one. */
  readonly caller: Who extends { kind: 'open' | 'operator' }
    ? null
    : Who extends { kind: 'visitor' }
      ? Caller | null
      : Caller
  /** What the caller may do with each device that the input names; empty where the call is about none. */
  readonly rights: ReadonlyMap<number, DeviceRight>
  readonly address: string
  readonly headers: IncomingHttpHeaders
  readonly log: Logger
}

type ContextOf<C extends Call> = CallContext<C['access']>

/** A call with the code that answers it. Exactly one stands for each call, or the server does not boot. */
export interface Binding {
  readonly call: Call
  readonly run: (input: unknown, context: CallContext, tx?: Tx) => Promise<unknown>
  /** What its caller comes with. */
  readonly sessionJoin?: SessionJoin
  /** The capability does not stand yet, and the call says so. */
  readonly isNotOpenYet?: true
}

export const bind = <C extends Call>(
  call: C,
  handler: (input: CallArguments<C>, context: ContextOf<C>) => Promise<CallData<C>>,
): Binding => {
  if (call.idempotent) throw new Error(`${call.path} takes an idempotency key: bind it with bindOnce`)
  return { call, run: (input, context) => handler(input as CallArguments<C>, context as ContextOf<C>) }
}

/** For a call about nothing but what comes with the session, and so costs no second question. */
export const bindWithSession = <C extends Call>(
  sessionJoin: SessionJoin,
  call: C,
  handler: (input: CallArguments<C>, context: ContextOf<C>) => Promise<CallData<C>>,
): Binding => ({ ...bind(call, handler), sessionJoin })

/** For calls that take an idempotency key: the handler works inside the transaction that also keeps its answer. */
export const bindOnce = <C extends Call>(
  call: C,
  handler: (tx: Tx, input: CallArguments<C>, context: ContextOf<C>) => Promise<CallData<C>>,
): Binding => {
  if (!call.idempotent) throw new Error(`${call.path} takes no idempotency key: bind it with bind`)
  return {
    call,
    run: (input, context, tx) => {
      if (!tx) throw new Error(`${call.path} ran outside its transaction`)
      return handler(tx, input as CallArguments<C>, context as ContextOf<C>)
    },
  }
}

export const assertEveryCallIsBound = (calls: readonly Call[], bindings: readonly Binding[]): void => {
  const bound = new Set(bindings.map((binding) => binding.call))
  const missing = calls.filter((call) => !bound.has(call)).map((call) => call.path)
  if (missing.length > 0) throw new Error(`no handler for ${missing.join(', ')}`)
  if (bindings.length !== bound.size) throw new Error('a call has two handlers')
}
