import { type Call, type DeviceRight, includesRight } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { errorTexts } from '@yunji/contract/wire/error-texts'
import { header } from '@yunji/contract/wire/request'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Database } from '../database.ts'
import type { DeviceAccess } from '../device-access.ts'
import { AppError } from '../errors.ts'
import { assertIdempotencyKey, runOnce } from '../idempotency.ts'
import type { Operator } from '../operators/operator.ts'
import { admitOperator, type Operators } from '../operators/operators.ts'
import type { Caller } from '../sessions/caller.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { answerSerializer } from './answers.ts'
import type { Binding, CallContext } from './binding.ts'
import { parseInput, queryInput } from './input.ts'
import { RESPONSE_TIMEOUT_MS, responseTimeout } from './response-timeout.ts'

export interface CallRouteDeps {
  readonly database: Database
  readonly sessions: Sessions
  readonly deviceAccess: DeviceAccess
  readonly operators: Operators
  readonly clock: Clock
}

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call
  }
  interface FastifyRequest {
    caller: Caller | null
    envelopeCode: number
  }
}

/** A call is always answered in time; it may still complete later, which idempotency keys make safe to repeat. */
export const addCallRoute = (
  app: FastifyInstance,
  deps: CallRouteDeps,
  binding: Binding,
  answerWithinMs = RESPONSE_TIMEOUT_MS,
): void => {
  const { call } = binding
  app.route({
    method: call.method,
    url: call.path,
    // The schema is the serialiser's own.
    schema: { response: { 200: {} } },
    serializerCompiler: () => answerSerializer(call),
    onRequest: responseTimeout(answerWithinMs),
    config: { call, ...(call.callsPerMinute && { rateLimit: { max: call.callsPerMinute } }) },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const operator = await identifyOperator(deps, call, request)
      const caller = operator ? null : await identify(deps, binding, request)
      request.caller = caller
      const input = parseInput(call, call.method === 'GET' ? queryInput(request.query) : request.body)
      const rights = await authorise(deps.deviceAccess, call, caller, input)
      const { ip: address, headers, log } = request
      const context = { caller, operator, rights, address, headers, log } as CallContext
      const data = await recordingRefusals(deps, call, context, () =>
        call.idempotent ? runWithKey(deps, binding, input, context, request) : binding.run(input, context),
      )
      return { code: ErrorCode.OK, msg: errorTexts.OK, data, ts: deps.clock.now().getTime() }
    },
  })
}

const identifyOperator = async (
  { operators }: CallRouteDeps,
  { access, path }: Call,
  request: FastifyRequest,
): Promise<Operator | null> => {
  if (access.kind !== 'operator') return null
  return admitOperator(operators, access, request.headers[header.token], { path, address: request.ip })
}

const identify = async ({ sessions }: CallRouteDeps, binding: Binding, request: FastifyRequest) => {
  const { kind } = binding.call.access
  if (kind === 'open') return null
  if (kind === 'visitor') return findVisitor(sessions, request)
  return authenticate(sessions, binding, request)
}

const authenticate = async (
  sessions: Sessions,
  { call, sessionJoin }: Binding,
  request: FastifyRequest,
): Promise<Caller> => {
  const token = request.headers[header.token]
  const find = (text: string) => (sessionJoin ? sessions.findWith(sessionJoin, text) : sessions.find(text))
  const caller = typeof token === 'string' && token !== '' ? await find(token) : null
  if (!caller) throw new AppError('LOGIN_TOKEN_INVALID')
  if (caller.isFrozen && !call.allowsFrozen) throw new AppError('ACCOUNT_FROZEN')
  return caller
}

/** An invalid or frozen session counts as none: an open page never requires a login. */
const findVisitor = async (sessions: Sessions, request: FastifyRequest): Promise<Caller | null> => {
  const token = request.headers[header.token]
  const caller = typeof token === 'string' && token !== '' ? await sessions.find(token) : null
  return caller?.isFrozen ? null : caller
}

const NO_RIGHTS: ReadonlyMap<number, DeviceRight> = new Map()

/** One device without the right refuses the whole call; foreign and missing devices are indistinguishable. */
const authorise = async (
  deviceAccess: DeviceAccess,
  { access, path }: Call,
  caller: Caller | null,
  input: unknown,
): Promise<ReadonlyMap<number, DeviceRight>> => {
  if (access.kind !== 'device') return NO_RIGHTS
  const { deviceId, deviceIds = [deviceId] } = input as { deviceId?: number; deviceIds?: (number | undefined)[] }
  const requestedIds = deviceIds.filter((id) => id !== undefined)
  if (!caller || requestedIds.length === 0) throw new Error(`${path} asks for a right on no device`)
  const rights = await deviceAccess.findRights(caller.userId, requestedIds)
  const missing = requestedIds.filter((id) => !includesRight(rights.get(id) ?? 'none', access.right))
  if (missing.length > 0) throw new AppError('GET_DEVICE_FAILED', { data: { deviceIds: missing } })
  return rights
}

/** A refusal by a handler is kept like one by `admitOperator`: after the handler's transaction has been rolled back. */
const recordingRefusals = async (
  { operators }: CallRouteDeps,
  { path }: Call,
  { operator, address }: CallContext,
  run: () => Promise<unknown>,
): Promise<unknown> => {
  try {
    return await run()
  } catch (error) {
    if (operator && error instanceof AppError && error.error === 'NO_PERMISSION')
      await operators.recordRefusal(operator, { path, address })
    throw error
  }
}

const runWithKey = (
  { database, clock }: CallRouteDeps,
  { call, run }: Binding,
  input: unknown,
  context: CallContext,
  request: FastifyRequest,
): Promise<unknown> => {
  const { caller, operator } = context
  if (!caller && !operator) throw new Error(`${call.path} is idempotent but open`)
  const given = request.headers[header.idempotencyKey]
  if (operator && given === undefined) return run(input, context)
  const key = assertIdempotencyKey(given)
  const owner = caller ? { userId: caller.userId } : { operatorId: operator?.operatorId ?? null }
  const once = { ...owner, callPath: call.path, key, input }
  return runOnce(database.db, clock, once, (tx) => run(input, context, tx))
}
