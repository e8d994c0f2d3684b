import type { IncomingHttpHeaders } from 'node:http'
import type { Access, Call, CallArguments, CallData, DeviceRight } from '@yunji/contract/wire/call'
import type { Logger } from 'pino'
import type { Tx } from '../database.ts'
import type { Operator } from '../operators/operator.ts'
import type { Caller, SessionJoin } from '../sessions/caller.ts'

/** Request context of a handler beyond its input. */
export interface CallContext<Who extends Access = Access> {
  /** Null for open calls and operators; optional for visitors. */
  readonly caller: Who extends { kind: 'open' | 'operator' }
    ? null
    : Who extends { kind: 'visitor' }
      ? Caller | null
      : Caller
  /** Null for every call that is no operator's. */
  readonly operator: Who extends { kind: 'operator' } ? Operator : Operator | null
  /** The caller's right on each device of the input; empty for calls about none. */
  readonly rights: ReadonlyMap<number, DeviceRight>
  readonly address: string
  readonly headers: IncomingHttpHeaders
  readonly log: Logger
  /** Rows of a page, for exports that read a long list; else the list's own number. */
  readonly pageRows?: number
}

type ContextOf<C extends Call> = CallContext<C['access']>

/** A call with its handler. The server does not start unless each call has exactly one. */
export interface Binding {
  readonly call: Call
  readonly run: (input: unknown, context: CallContext, tx?: Tx) => Promise<unknown>
  /** Data loaded together with the session. */
  readonly sessionJoin?: SessionJoin
}

/** Audited bindings add the row of the audit log; a write of an operator without one keeps the server from starting. */
const assertNoOperatorWrite = ({ access, method, path }: Call): void => {
  if (access.kind === 'operator' && method === 'POST')
    throw new Error(`${path} is an operator's write: bind it with bindAudited or bindSelfAudited`)
}

export const bind = <C extends Call>(
  call: C,
  handler: (input: CallArguments<C>, context: ContextOf<C>) => Promise<CallData<C>>,
): Binding => {
  if (call.idempotent) throw new Error(`${call.path} takes an idempotency key: bind it with bindOnce`)
  assertNoOperatorWrite(call)
  return { call, run: (input, context) => handler(input as CallArguments<C>, context as ContextOf<C>) }
}

/** For calls that need only data of the session join, and so save a second query. */
export const bindWithSession = <C extends Call>(
  sessionJoin: SessionJoin,
  call: C,
  handler: (input: CallArguments<C>, context: ContextOf<C>) => Promise<CallData<C>>,
): Binding => ({ ...bind(call, handler), sessionJoin })

/** For calls with an idempotency key: the handler runs inside the transaction that stores its answer. */
export const bindOnce = <C extends Call>(
  call: C,
  handler: (tx: Tx, input: CallArguments<C>, context: ContextOf<C>) => Promise<CallData<C>>,
): Binding => {
  if (!call.idempotent) throw new Error(`${call.path} takes no idempotency key: bind it with bind`)
  assertNoOperatorWrite(call)
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
